// Icons in Qt's own dialogs and fields come from our icon set, are visible in both themes, and are sharp on any screen.

#include "app/theme.h"
#include "tests/support/patience.h"
#include "widgets/control_icon.h"
#include "widgets/message_bar.h"
#include "tests/support/test_program.h"

#include <QApplication>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QMetaEnum>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>
#include <QStyle>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <memory>

using namespace lensboard;
using app::Theme;

namespace {

constexpr int kSide = 16;

/// Icons that the program's windows and Qt's dialogs request from the style.
const QList<QStyle::StandardPixmap> kShown = {
    QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxQuestion, QStyle::SP_MessageBoxWarning, QStyle::SP_MessageBoxCritical,
    QStyle::SP_LineEditClearButton, QStyle::SP_TabCloseButton, QStyle::SP_TitleBarCloseButton, QStyle::SP_TitleBarNormalButton,
    QStyle::SP_DockWidgetCloseButton, QStyle::SP_ToolBarHorizontalExtensionButton, QStyle::SP_ToolBarVerticalExtensionButton,
    QStyle::SP_ArrowBack, QStyle::SP_ArrowForward, QStyle::SP_FileDialogBack, QStyle::SP_FileDialogToParent,
    QStyle::SP_FileDialogNewFolder, QStyle::SP_FileDialogListView, QStyle::SP_FileDialogDetailedView, QStyle::SP_FileIcon,
    QStyle::SP_FileLinkIcon, QStyle::SP_DirIcon, QStyle::SP_DirOpenIcon, QStyle::SP_DirLinkIcon, QStyle::SP_DirHomeIcon,
    QStyle::SP_ComputerIcon, QStyle::SP_DriveHDIcon, QStyle::SP_DesktopIcon, QStyle::SP_TrashIcon};

double luminance(const QColor &colour)
{
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

/// Contrast ratio as defined by WCAG 2, from 1 to 21.
double contrast(const QColor &a, const QColor &b)
{
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

QImage drawn(const QIcon &icon, int side = kSide, double ratio = 1, QIcon::Mode mode = QIcon::Normal)
{
    return icon.pixmap(QSize(side, side), ratio, mode).toImage().convertToFormat(QImage::Format_ARGB32_Premultiplied);
}

/// Counts pixels of \p image with enough contrast to \p ground for parts of a control.
int clearPixels(const QImage &image, const QColor &ground)
{
    QImage onGround(image.size(), QImage::Format_RGB32);
    onGround.fill(ground);
    QPainter painter(&onGround);
    painter.drawImage(QRect({}, image.size()), image);
    painter.end();
    int found = 0;
    for (int y = 0; y < onGround.height(); ++y)
        for (int x = 0; x < onGround.width(); ++x)
            found += contrast(onGround.pixelColor(x, y), ground) >= 3;
    return found;
}

QByteArray nameOf(QStyle::StandardPixmap icon)
{
    return QMetaEnum::fromType<QStyle::StandardPixmap>().valueToKey(icon);
}

/// Returns the icons that Fusion would show.
QList<QImage> picturesOfQt()
{
    const std::unique_ptr<QStyle> plain(QStyleFactory::create("Fusion"));
    QList<QImage> pictures;
    for (int i = 0; i < int{QStyle::NStandardPixmap}; ++i)
        if (const QIcon icon = plain->standardIcon(static_cast<QStyle::StandardPixmap>(i)); !icon.isNull())
            pictures << drawn(icon);
    return pictures;
}

QImage pictureOf(const QMessageBox &box)
{
    return box.findChild<QLabel *>("qt_msgboxex_icon_label")->pixmap().toImage();
}

} // namespace

class IconsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    }

    void init() { app::applyTheme(Theme::Light); }

    void noneIsOfQt()
    {
        const QList<QImage> ofQt = picturesOfQt();
        QVERIFY(ofQt.size() > 50);
        for (const auto shown : kShown) {
            QVERIFY2(!ofQt.contains(drawn(QApplication::style()->standardIcon(shown))), nameOf(shown));
            const QPixmap pixmap = QApplication::style()->standardPixmap(shown);
            QVERIFY2(!pixmap.isNull() && !ofQt.contains(drawn(pixmap)), nameOf(shown));
        }
    }

    void allAreSeen_data()
    {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::Light;
        QTest::newRow("dark") << Theme::Dark;
    }

    /// Checks windows, lists and selected rows, and one icon through a change of the theme.
    void allAreSeen()
    {
        constexpr int kFewest = 12;
        QFETCH(const Theme, theme);
        app::applyTheme(theme == Theme::Light ? Theme::Dark : Theme::Light);
        for (const auto shown : kShown) {
            const QIcon icon = QApplication::style()->standardIcon(shown);
            drawn(icon);
            app::applyTheme(theme);
            const QPalette palette = QApplication::palette();
            for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::Button, QPalette::ToolTipBase}) {
                const int found = clearPixels(drawn(icon), palette.color(ground));
                QVERIFY2(found >= kFewest, nameOf(shown) + ' ' + QByteArray::number(found));
            }
            const int selected = clearPixels(drawn(icon, kSide, 1, QIcon::Selected), palette.color(QPalette::Highlight));
            QVERIFY2(selected >= kFewest, nameOf(shown) + ' ' + QByteArray::number(selected));
            app::applyTheme(theme == Theme::Light ? Theme::Dark : Theme::Light);
        }
    }

    /// Icons are drawn for the device pixel ratio of the screen, not scaled up.
    void allAreSharp_data()
    {
        QTest::addColumn<double>("ratio");
        for (const double ratio : {1.0, 1.5, 2.0})
            QTest::addRow("%.1f", ratio) << ratio;
    }

    void allAreSharp()
    {
        QFETCH(const double, ratio);
        for (const auto shown : kShown)
            for (const int side : {16, 24, 32}) {
                const QIcon icon = QApplication::style()->standardIcon(shown);
                const QPixmap pixmap = icon.pixmap(QSize(side, side), ratio);
                QCOMPARE(pixmap.size(), QSize(side, side) * ratio);
                QCOMPARE(pixmap.devicePixelRatio(), ratio);
                const int pixels = static_cast<int>(side * ratio);
                QImage image = pixmap.toImage().convertToFormat(QImage::Format_ARGB32_Premultiplied);
                image.setDevicePixelRatio(1);
                QCOMPARE(image, drawn(icon, pixels)); // drawn for its pixels, not scaled to them
            }
    }

    void iconsAreToldApart()
    {
        const QList<QList<QStyle::StandardPixmap>> kTogether = {
            {QStyle::SP_MessageBoxInformation, QStyle::SP_MessageBoxQuestion, QStyle::SP_MessageBoxWarning, QStyle::SP_MessageBoxCritical},
            {QStyle::SP_ArrowBack, QStyle::SP_ArrowForward, QStyle::SP_FileDialogToParent, QStyle::SP_FileDialogNewFolder,
             QStyle::SP_FileDialogListView, QStyle::SP_FileDialogDetailedView},
            {QStyle::SP_FileIcon, QStyle::SP_FileLinkIcon, QStyle::SP_DirIcon, QStyle::SP_DirLinkIcon, QStyle::SP_DirHomeIcon,
             QStyle::SP_ComputerIcon, QStyle::SP_DriveHDIcon, QStyle::SP_DesktopIcon, QStyle::SP_TrashIcon}};
        for (const auto &group : kTogether) {
            QList<QImage> seen;
            for (const auto shown : group) {
                const QImage picture = drawn(QApplication::style()->standardIcon(shown));
                QVERIFY2(!seen.contains(picture), nameOf(shown));
                seen << picture;
            }
        }
    }

    void iconsOfAPaletteKeepIt()
    {
        const QIcon onDark = widgets::controlIcon(widgets::ControlIcon::Close, app::darkPalette());
        QVERIFY(clearPixels(drawn(onDark), app::darkPalette().color(QPalette::Window)) > 0);
        QCOMPARE(clearPixels(drawn(onDark), app::lightPalette().color(QPalette::Window)), 0);
    }

    void fileDialogsHaveOurs()
    {
        const QList<QImage> ofQt = picturesOfQt();
        QVERIFY(QDir(m_folder.path()).mkdir("inner"));
        QFileDialog dialog(nullptr, {}, m_folder.path());
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.show();
        int found = 0;
        for (const auto *button : dialog.findChildren<QToolButton *>())
            if (!button->icon().isNull()) {
                QVERIFY2(!ofQt.contains(drawn(button->icon())), qPrintable(button->objectName()));
                ++found;
            }
        QCOMPARE(found, 6); // back, forward, up, new, two views
        const auto *list = dialog.findChild<QListView *>("listView");
        QTRY_VERIFY(list->model()->rowCount(list->rootIndex()) > 0);
        const auto icon = list->model()->index(0, 0, list->rootIndex()).data(Qt::DecorationRole).value<QIcon>();
        QCOMPARE(drawn(icon), drawn(widgets::controlIcon(widgets::ControlIcon::Folder)));
        for (const auto *button : dialog.findChildren<QPushButton *>())
            QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
    }

    void messageBoxesHaveOurs()
    {
        using widgets::ControlIcon;
        for (const auto &[kind, icon] : {std::pair(QMessageBox::Information, ControlIcon::Information),
                                         std::pair(QMessageBox::Question, ControlIcon::Question),
                                         std::pair(QMessageBox::Warning, ControlIcon::Warning),
                                         std::pair(QMessageBox::Critical, ControlIcon::Error)}) {
            QMessageBox box(kind, "title", "text", QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
            box.show();
            const QImage picture = pictureOf(box);
            QCOMPARE(picture, widgets::controlIcon(icon).pixmap(picture.size(), 1).toImage());
            for (const QAbstractButton *button : box.buttons())
                QVERIFY(button->icon().isNull());
        }
    }

    /// Names from files may look like HTML. HTML could load pictures.
    void messagesAreNoHtml()
    {
        widgets::MessageBar bar;
        bar.report(widgets::MessageBar::Kind::Warning, "<img src=\"other.png\">: no such file");
        const QList<QLabel *> labels = bar.findChildren<QLabel *>();
        const auto text = std::ranges::find_if(labels, [](const QLabel *label) { return label->text().startsWith("<img"); });
        QVERIFY(text != labels.end());
        QCOMPARE((*text)->textFormat(), Qt::PlainText);
        QVERIFY2(bar.toolTip().contains("&lt;img src=&quot;other.png&quot;&gt;"), qPrintable(bar.toolTip()));
    }

    void messagesFollowTheTheme()
    {
        QMessageBox box(QMessageBox::Warning, "title", "text");
        box.show();
        widgets::MessageBar bar;
        bar.report(widgets::MessageBar::Kind::Warning, "message");
        const QImage boxInLight = pictureOf(box), barInLight = bar.grab().toImage();
        app::applyTheme(Theme::Dark);
        QTRY_VERIFY(pictureOf(box) != boxInLight);
        const auto *sign = bar.findChild<QLabel *>();
        QTRY_COMPARE(sign->pixmap().toImage(),
                     widgets::controlIcon(widgets::ControlIcon::Warning).pixmap(sign->pixmap().size(), 1).toImage());
        QVERIFY(bar.grab().toImage() != barInLight);
    }

    void fieldsThatCanBeClearedHaveOurs()
    {
        QLineEdit field;
        field.setClearButtonEnabled(true);
        const auto *button = field.findChild<QToolButton *>();
        QCOMPARE(drawn(button->icon()), drawn(widgets::controlIcon(widgets::ControlIcon::Close)));
    }

private:
    QTemporaryDir m_folder;
};

LENSBOARD_WINDOW_TEST(IconsTest)
#include "tst_icons.moc"
