#pragma once
// Include for reading and following runs of Lensboard and other tools. Example: resources/own-loop/last_values.cpp. Needs only Lensboard::data, no
// LibTorch.
#include "core/runs/run_source.h"
