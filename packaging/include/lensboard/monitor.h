#pragma once

// Monitors with histories and recorders of tensors, for lensboard::Inspector::add; see resources/own-loop/watchers.cpp.
#include "core/monitor/monitors.h"
#include "core/recorder/tensor_recorder.h"
#include "core/reducer/trace_reducers.h"
