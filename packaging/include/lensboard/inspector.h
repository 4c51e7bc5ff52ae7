#pragma once

// Include for training loops that attach lenses themselves. resources/own-loop has two example programs.
#include "core/loop/loop_inspector.h"
