// SPDX-License-Identifier: MIT
// accrue/config/vector.hpp - std::vector, also where min and max are macros, which its text would not survive.
#pragma once

#pragma push_macro("min")
#pragma push_macro("max")
#undef min
#undef max
#include <memory>
#include <vector>
#pragma pop_macro("max")
#pragma pop_macro("min")
