# What tests, benchmarks and examples share. Not installed, and no part of accrue::accrue.
set(CMAKE_CXX_EXTENSIONS OFF)
option(ACCRUE_QUICK_BUILD "Leave out the passes that take GCC longest at -O1: a fifth of the time to compile" OFF)
add_library(accrue_developer INTERFACE)
target_link_libraries(accrue_developer INTERFACE accrue::accrue)
target_compile_options(
  accrue_developer
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wdouble-promotion -Werror
            $<$<BOOL:${ACCRUE_NATIVE}>:-march=native>)
if(ACCRUE_QUICK_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(accrue_developer INTERFACE -fno-tree-pta -fno-tree-fre -fno-tree-ccp)
endif()
