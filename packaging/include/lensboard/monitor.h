#pragma once

// Include for monitors with histories and recorders of tensors, for lensboard::Inspector::add. Example: resources/own-loop/watchers.cpp.
#include "core/monitor/monitors.h"
#include "core/recorder/tensor_recorder.h"
#include "core/reducer/trace_reducers.h"
