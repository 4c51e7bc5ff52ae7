// The two themes, and the desktop's theme as reported by a portal on a private bus.

#include "app/main_window.h"
#include "app/page_state.h"
#include "app/system_theme.h"
#include "app/theme.h"
#include "tests/support/empty_home.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QApplication>
#include <QComboBox>
#include <QDBusConnection>
#include <QDBusContext>
#include <QDBusError>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QLineEdit>
#include <QPainter>
#include <QPalette>
#include <QPlainTextEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOption>

#include <cmath>

using namespace lensboard;
using app::SystemTheme;
using app::Theme;

namespace {

constexpr const char *kPath = "/org/freedesktop/portal/desktop";
constexpr const char *kService = "org.freedesktop.portal.Desktop";
constexpr const char *kInterface = "org.freedesktop.portal.Settings";

/// Contrast ratio as defined by WCAG 2, from 1 to 21.
double contrastOf(const QColor &a, const QColor &b)
{
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    const auto luminance = [&](const QColor &colour) {
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
    };
    const double first = luminance(a), second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

bool isDark(const QPalette &palette)
{
    return palette.color(QPalette::Base).lightness() < palette.color(QPalette::Text).lightness();
}

/// Answers as xdg-desktop-portal does.
class Portal final : public QObject, protected QDBusContext
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    void announce(uint scheme)
    {
        m_scheme = scheme;
        Q_EMIT SettingChanged("org.freedesktop.appearance", "accent-color", QDBusVariant(7u)); // an unrelated setting
        Q_EMIT SettingChanged("org.freedesktop.appearance", "color-scheme", QDBusVariant(scheme));
    }

public Q_SLOTS:
    Q_SCRIPTABLE QDBusVariant Read(const QString &group, const QString &key)
    {
        if (group != "org.freedesktop.appearance" || key != "color-scheme")
            sendErrorReply("org.freedesktop.portal.Error.NotFound", "no such setting");
        return QDBusVariant(QVariant::fromValue(QDBusVariant(m_scheme)));
    }

Q_SIGNALS:
    Q_SCRIPTABLE void SettingChanged(const QString &group, const QString &key, const QDBusVariant &value);

private:
    uint m_scheme = 1;
};

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textIsLegible_data()
    {
        QTest::addColumn<QPalette>("palette");
        QTest::newRow("light") << app::lightPalette();
        QTest::newRow("dark") << app::darkPalette();
    }

    void textIsLegible()
    {
        QFETCH(const QPalette, palette);
        const auto between = [&palette](QPalette::ColorRole text, QPalette::ColorRole ground, QPalette::ColorGroup group = QPalette::Active) {
            return contrastOf(palette.color(group, text), palette.color(group, ground));
        };
        for (const auto ground : {QPalette::Window, QPalette::Base, QPalette::AlternateBase, QPalette::Button}) {
            QVERIFY(between(QPalette::Text, ground) >= 7);
            QVERIFY2(between(QPalette::Text, ground, QPalette::Disabled) >= 3, qPrintable(QString::number(between(QPalette::Text, ground, QPalette::Disabled))));
            QVERIFY(between(QPalette::PlaceholderText, ground) >= 3);
        }
        QVERIFY(between(QPalette::ToolTipText, QPalette::ToolTipBase) >= 7);
        QVERIFY(between(QPalette::Link, QPalette::Base) >= 4.5);
        QVERIFY2(between(QPalette::HighlightedText, QPalette::Highlight) >= 4.5, qPrintable(QString::number(between(QPalette::HighlightedText, QPalette::Highlight))));
        QVERIFY(between(QPalette::Highlight, QPalette::Base) >= 3); // a selected row is recognisable
    }

    void bordersOfFieldsAreSeen_data()
    {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::Light;
        QTest::newRow("dark") << Theme::Dark;
    }

    void bordersOfFieldsAreSeen()
    {
        QFETCH(const Theme, theme);
        app::applyTheme(theme);
        const QPalette palette = QApplication::palette();
        for (const auto ground : {QPalette::Window, QPalette::Base}) {
            const double found = contrastOf(app::fieldBorder(palette), palette.color(ground));
            QVERIFY2(found >= 3, qPrintable(QString::number(found)));
        }
        QLineEdit line;
        QSpinBox spin;
        QComboBox combo;
        QPlainTextEdit text;
        for (QWidget *field : QWidgetList{&line, &spin, &combo, &text}) {
            field->resize(160, 40);
            const QColor left = field->grab().toImage().pixelColor(0, 20);
            QVERIFY2(contrastOf(left, palette.color(QPalette::Window)) >= 3, field->metaObject()->className());
        }
    }

    void dotsOfTabsAreSeen_data() { textIsLegible_data(); }

    void dotsOfTabsAreSeen()
    {
        QFETCH(const QPalette, palette);
        using Dot = app::PageState::Dot;
        for (const Dot dot : {Dot::Muted, Dot::Running, Dot::Paused, Dot::Failed}) {
            QVERIFY(contrastOf(app::dotColour(dot, palette), palette.color(QPalette::Window)) >= 3);
            QVERIFY(!app::dotIcon(dot, palette).isNull());
        }
        QVERIFY(app::dotIcon(Dot::None, palette).isNull());
    }

    void buttonsThatCloseTabsAreGreyAndClearUnderTheMouse_data() { textIsLegible_data(); }

    void buttonsThatCloseTabsAreGreyAndClearUnderTheMouse()
    {
        QFETCH(const QPalette, palette);
        app::applyTheme(Theme::Light); // sets the style; colours follow the option
        const auto clearest = [&palette](QStyle::State state) {
            QImage image(32, 32, QImage::Format_RGB32);
            image.fill(palette.color(QPalette::Window));
            QPainter painter(&image);
            QStyleOption option;
            option.rect = image.rect();
            option.palette = palette;
            option.state = QStyle::State_Enabled | state;
            QApplication::style()->drawPrimitive(QStyle::PE_IndicatorTabClose, &option, &painter);
            double most = 1;
            for (int at = 0; at < image.width(); ++at) // across one stroke of the cross
                most = std::max(most, contrastOf(image.pixelColor(at, at), palette.color(QPalette::Window)));
            return most;
        };
        const double resting = clearest(QStyle::State_None), pointedAt = clearest(QStyle::State_Raised);
        QVERIFY2(resting >= 3 && resting < 5, qPrintable(QString::number(resting)));
        QVERIFY2(pointedAt >= 7, qPrintable(QString::number(pointedAt)));
    }

    void thePlatformTellsWhereNoPortalIs()
    {
        const SystemTheme system(QDBusConnection("no such bus"));
        QVERIFY(!system.isDark()); // the offscreen platform is light
        app::applyTheme(Theme::Dark);
        const SystemTheme again(QDBusConnection("no such bus"));
        QVERIFY(!again.isDark()); // the program's own theme does not count
        QVERIFY(isDark(QApplication::palette()));
    }

    void theDesktopIsFollowedLive()
    {
        QProcess bus;
        bus.start("dbus-daemon", {"--session", "--nofork", "--print-address"});
        QVERIFY2(bus.waitForStarted(test::kPatienceMs), "dbus-daemon does not start; packaging/packages.txt lists what tests need");
        QTRY_VERIFY(bus.canReadLine());
        const QByteArray address = bus.readLine().trimmed();
        Portal portal;
        QDBusConnection theirs = QDBusConnection::connectToBus(QString::fromUtf8(address), "portal");
        QVERIFY(theirs.registerObject(kPath, &portal, QDBusConnection::ExportScriptableContents));
        QVERIFY(theirs.registerService(kService));

        SystemTheme system(QDBusConnection::connectToBus(QString::fromUtf8(address), "window"));
        const QSignalSpy changes(&system, &SystemTheme::changed);
        QTRY_VERIFY(system.isDark()); // the answer may be late, because this thread provides it
        portal.announce(2);
        QTRY_VERIFY(!system.isDark());
        portal.announce(1);
        QTRY_VERIFY(system.isDark());
        portal.announce(0); // no preference: use the platform's
        QTRY_VERIFY(!system.isDark());
        QCOMPARE(changes.size(), 4);
        bus.kill();
        bus.waitForFinished(test::kPatienceMs);
    }

    void windowsFollow()
    {
        app::applyTheme(Theme::Light);
        app::MainWindow window;
        window.show();
        QVERIFY(!isDark(window.palette()));
        app::Settings::setTheme(Theme::Dark);
        app::applyTheme(Theme::Dark);
        QTRY_VERIFY(isDark(window.palette()));
    }

private:
    const test::EmptyHome m_home;
};

LENSBOARD_WINDOW_TEST(ThemeTest)
#include "tst_theme.moc"
