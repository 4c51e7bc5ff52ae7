#pragma once

// A lens of one's own, for lensboard::Inspector::add or a plug-in (LENSBOARD_LENSES); see resources/own-loop/sign_flips.h.
#include "core/lens/custom_lens.h"
