# What tests, benchmarks and examples share. Not installed, and no part of accrue::accrue.
set(CMAKE_CXX_EXTENSIONS OFF)
add_library(accrue_developer INTERFACE)
target_link_libraries(accrue_developer INTERFACE accrue::accrue)
target_compile_options(
  accrue_developer
  INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wold-style-cast -Wdouble-promotion -Werror
            $<$<BOOL:${ACCRUE_NATIVE}>:-march=native>)
