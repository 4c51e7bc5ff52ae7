#pragma once

// Include for plug-ins: experiments with their own model, data or loss that the window trains. Example: resources/own-loop/plugin.cpp.
#include "core/loop/plugin.h"
