#pragma once

// What a training loop of one's own needs; see resources/own-loop for two programs that use it.
#include "core/loop/loop_inspector.h"
