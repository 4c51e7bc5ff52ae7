#pragma once

// What an experiment of one's own that the window trains is made of; see resources/own-loop/plugin.cpp.
#include "core/loop/plugin.h"
