#pragma once
// Runs to read and to follow, Lensboard's and other tools'; see resources/own-loop/last_values.cpp. Needs Lensboard::data
// alone, and no LibTorch.
#include "core/import/run_source.h"
