#pragma once

// hook::Tapped<T>: a LibTorch module with an exactly watched output. Includes LibTorch's headers.
#include "core/hook/tapped.h"
