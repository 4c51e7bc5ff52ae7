#include "widgets/icon_style.h"

#include "widgets/control_icon.h"

#include <QGuiApplication>

#include <optional>

namespace lensboard::widgets {

namespace {

constexpr int kMessageIconSide = 32; ///< pixels; larger icons look coarse

/// Returns nullopt for icons that the program does not use.
std::optional<ControlIcon> ownIcon(QStyle::StandardPixmap icon)
{
    const bool isMirrored = QGuiApplication::isRightToLeft();
    switch (icon) {
    case QStyle::SP_MessageBoxInformation: return ControlIcon::Information;
    case QStyle::SP_MessageBoxQuestion: return ControlIcon::Question;
    case QStyle::SP_MessageBoxWarning: return ControlIcon::Warning;
    case QStyle::SP_MessageBoxCritical: return ControlIcon::Error;
    case QStyle::SP_LineEditClearButton:
    case QStyle::SP_TabCloseButton:
    case QStyle::SP_DockWidgetCloseButton:
    case QStyle::SP_TitleBarCloseButton: return ControlIcon::Close;
    case QStyle::SP_TitleBarNormalButton: return ControlIcon::Restore;
    case QStyle::SP_ToolBarHorizontalExtensionButton: return ControlIcon::MoreRight;
    case QStyle::SP_ToolBarVerticalExtensionButton: return ControlIcon::MoreBelow;
    case QStyle::SP_ArrowBack: return isMirrored ? ControlIcon::ArrowRight : ControlIcon::ArrowLeft;
    case QStyle::SP_ArrowForward: return isMirrored ? ControlIcon::ArrowLeft : ControlIcon::ArrowRight;
    case QStyle::SP_FileDialogBack:
    case QStyle::SP_ArrowLeft: return ControlIcon::ArrowLeft;
    case QStyle::SP_ArrowRight: return ControlIcon::ArrowRight;
    case QStyle::SP_FileDialogToParent:
    case QStyle::SP_ArrowUp: return ControlIcon::ArrowUp;
    case QStyle::SP_ArrowDown: return ControlIcon::ArrowDown;
    case QStyle::SP_FileDialogNewFolder: return ControlIcon::NewFolder;
    case QStyle::SP_FileDialogListView: return ControlIcon::List;
    case QStyle::SP_FileDialogDetailedView: return ControlIcon::Details;
    case QStyle::SP_FileIcon: return ControlIcon::File;
    case QStyle::SP_FileLinkIcon: return ControlIcon::FileLink;
    case QStyle::SP_DirIcon:
    case QStyle::SP_DirClosedIcon: return ControlIcon::Folder;
    case QStyle::SP_DirOpenIcon: return ControlIcon::OpenFolder;
    case QStyle::SP_DirLinkIcon:
    case QStyle::SP_DirLinkOpenIcon: return ControlIcon::FolderLink;
    case QStyle::SP_DirHomeIcon: return ControlIcon::Home;
    case QStyle::SP_ComputerIcon: return ControlIcon::Computer;
    case QStyle::SP_DesktopIcon: return ControlIcon::Desktop;
    case QStyle::SP_TrashIcon: return ControlIcon::Trash;
    case QStyle::SP_DriveFDIcon:
    case QStyle::SP_DriveHDIcon:
    case QStyle::SP_DriveCDIcon:
    case QStyle::SP_DriveDVDIcon:
    case QStyle::SP_DriveNetIcon: return ControlIcon::Drive;
    default: return std::nullopt;
    }
}

} // namespace

QIcon IconStyle::standardIcon(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    const auto own = ownIcon(icon);
    return own ? controlIcon(*own) : QProxyStyle::standardIcon(icon, option, widget);
}

QPixmap IconStyle::standardPixmap(StandardPixmap icon, const QStyleOption *option, const QWidget *widget) const
{
    const auto own = ownIcon(icon);
    if (!own)
        return QProxyStyle::standardPixmap(icon, option, widget);
    const int side = proxy()->pixelMetric(PM_SmallIconSize, option, widget);
    return controlIcon(*own).pixmap(side, side);
}

int IconStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget, QStyleHintReturn *returned) const
{
    return hint == SH_DialogButtonBox_ButtonsHaveIcons ? 0 : QProxyStyle::styleHint(hint, option, widget, returned);
}

int IconStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    return metric == PM_MessageBoxIconSize ? kMessageIconSide : QProxyStyle::pixelMetric(metric, option, widget);
}

} // namespace lensboard::widgets
