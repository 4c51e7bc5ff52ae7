#pragma once

#include <QIcon>

class QPalette;

namespace lensboard::widgets {

enum class ControlIcon {
    Start, Pause, Step, StepToTick, Stop, StepBack, First, Settings,
    SmallMultiples, Overlay, HeatMap, DepthProfile, Histograms, Ridges, More, Close, Restore,
    Information, Question, Warning, Error,
    ArrowLeft, ArrowRight, ArrowUp, ArrowDown, MoreRight, MoreBelow,
    File, FileLink, Folder, FolderLink, OpenFolder, NewFolder, List, Details, Computer, Drive, Desktop, Home, Trash
};

/// The sign of a control in the application's text colour, paler when disabled: seen in light and dark themes alike. Signs of
/// messages have the colour of what they say. Drawn when it is shown, in the theme of then, as sharp as the screen is.
QIcon controlIcon(ControlIcon icon);
/// In the colours of \p palette whatever the application's are.
QIcon controlIcon(ControlIcon icon, const QPalette &palette);

} // namespace lensboard::widgets
