#pragma once

// Include for custom lenses, for lensboard::Inspector::add or a plug-in (LENSBOARD_LENSES). Example: resources/own-loop/sign_flips.h.
#include "core/lens/custom_lens.h"
