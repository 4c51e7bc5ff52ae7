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

/// Icon of a control in the application's text colour, paler if disabled; readable in light and dark themes. Message icons have
/// the colour of their severity. Drawn on demand in the current theme and at the screen's resolution.
QIcon controlIcon(ControlIcon icon);
/// Draws the icon in the colours of \p palette, not the application's.
QIcon controlIcon(ControlIcon icon, const QPalette &palette);

} // namespace lensboard::widgets
