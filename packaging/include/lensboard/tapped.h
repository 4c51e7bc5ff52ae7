#pragma once

// hook::Tapped<T>: a LibTorch module whose output is watched exactly. Includes LibTorch's headers.
#include "core/hook/tapped.h"
