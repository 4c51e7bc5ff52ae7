#pragma once

#include <QIcon>

class QPalette;

namespace lensboard::widgets {

enum class ControlIcon {
    Start, Pause, Step, StepToTick, Stop, StepBack, First, Settings,
    SmallMultiples, Overlay, HeatMap, DepthProfile, Histograms, Ridges, More, Close
};

/// The sign of a control in the palette's text colour, paler when disabled: seen in light and dark themes alike.
QIcon controlIcon(ControlIcon icon, const QPalette &palette);

} // namespace lensboard::widgets
