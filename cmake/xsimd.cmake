# Finds xsimd, or fetches it, and puts its headers on accrue's include path: as system headers, since
# they do not compile without warnings. Never its target: Debian's links a library that it does not bring.
if(NOT TARGET xsimd)
  find_package(xsimd QUIET)
endif()
if(TARGET xsimd)
  get_target_property(accrue_xsimd_include xsimd INTERFACE_INCLUDE_DIRECTORIES)
else()
  include(FetchContent)
  # SOURCE_SUBDIR holds no CMakeLists.txt: the sources are fetched, their targets and install rules are not.
  FetchContent_Declare(
    xsimd
    GIT_REPOSITORY https://github.com/xtensor-stack/xsimd.git
    GIT_TAG 14.0.0
    GIT_SHALLOW ON
    SOURCE_SUBDIR include)
  FetchContent_MakeAvailable(xsimd)
  set(accrue_xsimd_include ${xsimd_SOURCE_DIR}/include)
endif()
target_include_directories(accrue SYSTEM INTERFACE "$<BUILD_INTERFACE:${accrue_xsimd_include}>")
