// Every text shown by the window can be translated and has a translation.

#include "app/actions/menu_actions.h"
#include "app/main_window.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/settings.h"
#include "app/translation.h"
#include "tests/support/access_keys.h"
#include "tests/support/empty_home.h"
#include "tests/support/patience.h"
#include "tests/support/translation_file.h"
#include "widgets/board/plot_board.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTranslator>

using namespace lensboard;
using app::MainWindow;
using test::Message;
using test::messages;

namespace {

const QString kFolder = LENSBOARD_SOURCE_DIR "/resources/translations/";

QStringList placeholders(const QString &text)
{
    static const QRegularExpression kPlaceholder("%L?[0-9n]");
    QStringList found;
    for (auto match = kPlaceholder.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    found.sort();
    return found;
}

/// Translates every text to itself in brackets.
class Marker final : public QTranslator
{
public:
    QString translate(const char *, const char *source, const char *, int) const override
    {
        return QStringLiteral("[%1]").arg(QString::fromUtf8(source));
    }
    bool isEmpty() const override { return false; }
};

/// Returns the letters outside the brackets: the untranslated words.
QString unmarked(const QString &text)
{
    static const QRegularExpression kMarked("\\[[^\\[\\]]*\\]"), kWord("[A-Za-z]{2,}");
    QString rest = text;
    for (QString before; before != rest;) {
        before = rest;
        rest.remove(kMarked);
    }
    return rest.contains(kWord) ? rest : QString();
}

bool isOnBoard(const QWidget *widget)
{
    while (widget && !qobject_cast<const widgets::PlotBoard *>(widget))
        widget = widget->parentWidget();
    return widget;
}

} // namespace

class TranslationsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        QSettings().clear();
        for (auto *translator : qApp->findChildren<QTranslator *>())
            delete translator;
    }

    void translationsAreWhole_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("German") << "lensboard_de.ts";
        QTest::newRow("English plurals") << "lensboard_en.ts";
    }

    void translationsAreWhole()
    {
        QFETCH(const QString, file);
        const QTemporaryDir folder;
        for (const char *name : {"lensboard_de.ts", "lensboard_en.ts"})
            QVERIFY(QFile::copy(kFolder + name, folder.filePath(name)));
        QProcess update;
        update.start(LENSBOARD_CMAKE, {"-DLUPDATE=" LENSBOARD_LUPDATE, "-DSCHEMA_TEXTS=" LENSBOARD_BINARY_DIR "/bin/schema_texts",
                                       "-DCORE_TEXTS=" LENSBOARD_BINARY_DIR "/bin/core_texts", "-DFOLDER=" + folder.path(), "-P", kFolder + "update.cmake"});
        QVERIFY(update.waitForFinished(test::kPatienceMs));
        QVERIFY2(update.exitCode() == 0, update.readAllStandardError().constData());
        const auto known = messages(kFolder + file), current = messages(folder.filePath(file));
        QVERIFY(!current.isEmpty());
        QStringList problems;
        for (auto message = current.begin(); message != current.end(); ++message)
            if (!message->isFinished || message->translations.contains(QString()))
                problems << "not translated: " + message.key();
        for (const QString &key : known.keys())
            if (!current.contains(key))
                problems << "no longer in the sources: " + key;
        QVERIFY2(problems.isEmpty(), qPrintable(file + ": cmake --build … --target translations, then translate\n" + problems.join('\n')));
    }

    void translationsFitTheirSources()
    {
        for (const Message &message : messages(kFolder + "lensboard_de.ts"))
            for (const QString &translation : message.translations) {
                const QByteArray both = (message.source + " -> " + translation).toUtf8();
                QVERIFY2(placeholders(message.source) == placeholders(translation), both.constData());
                QVERIFY2(message.source.contains('&') == translation.contains('&'), both.constData());
                QVERIFY2(message.source.endsWith(QStringLiteral("…")) == translation.endsWith(QStringLiteral("…")), both.constData());
                QVERIFY2(message.source.count('<') == translation.count('<'), both.constData());
            }
    }

    void everythingShownIsMarkedForTranslation()
    {
        auto *marker = new Marker;
        marker->setParent(qApp);
        QCoreApplication::installTranslator(marker);
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        checkTexts(window);
        QVERIFY(window.openFile(LENSBOARD_SOURCE_DIR "/tests/data/run-format-1/finished.lbrun"));
        checkTexts(window);
    }

    void theWindowSpeaksGerman()
    {
        app::Settings::language.set("de");
        app::installTranslations();
        MainWindow window;
        QStringList menus;
        for (const QAction *menu : window.menuBar()->actions())
            menus << app::withoutMnemonic(menu->text());
        QCOMPARE(menus, QStringList({"Datei", "Lauf", "Diagramme", "Schichten", "Laufliste", "Ansicht", "Fenster", "Hilfe"}));
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
        QVERIFY(window.openFile(LENSBOARD_SOURCE_DIR "/tests/data/run-format-1/finished.lbrun"));
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
        app::RunTools(&window).replay(window.currentPage()->run(), "x");
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
        QCOMPARE(app::withoutMnemonic(QKeySequence(Qt::CTRL | Qt::Key_K).toString(QKeySequence::NativeText)), QString("Strg+K"));
        QCOMPARE(QCoreApplication::translate("lensboard::app::RunListPage", "%Ln run(s) in %1", nullptr, 1).arg("a"), QString("1 Lauf in a"));
        QCOMPARE(QCoreApplication::translate("lensboard::app::RunListPage", "%Ln run(s) in %1", nullptr, 2).arg("a"), QString::fromUtf8("2 Läufe in a"));
        QCOMPARE(QCoreApplication::translate("SchemaKey", "log_scale"), QString("Logarithmische Skala"));
    }

    void englishHasPlurals()
    {
        app::Settings::language.set("en");
        app::installTranslations();
        QCOMPARE(QCoreApplication::translate("lensboard::app::RunListPage", "%Ln run(s) in %1", nullptr, 1).arg("a"), QString("1 run in a"));
        QCOMPARE(QCoreApplication::translate("lensboard::app::RunListPage", "%Ln run(s) in %1", nullptr, 2).arg("a"), QString("2 runs in a"));
    }

private:
    void checkTexts(const MainWindow &window)
    {
        const auto check = [](const QString &text, const char *what) {
            QVERIFY2(unmarked(text).isEmpty(), qPrintable(QString("%1: \"%2\"").arg(what, text)));
        };
        for (const app::MenuAction &action : app::menuActions(*window.menuBar())) {
            if (action.menus.back() == "[New from Example]" || action.menus.back() == "[Open Recent]" || action.menus.back() == "[Tabs]"
                || action.menus.back() == "[Language]")
                continue; // names of files and languages
            check(action.name(), "action");
            check(action.action->toolTip(), "tip");
        }
        for (const QWidget *widget : window.findChildren<QWidget *>()) {
            if (!widget->isVisible() || isOnBoard(widget))
                continue; // names of layers and tags
            check(widget->accessibleName(), "accessible name");
            if (const auto *label = qobject_cast<const QLabel *>(widget))
                check(label->text(), "label");
            else if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                check(button->text(), "button");
            else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
                check(line->placeholderText(), "placeholder");
        }
    }

    const test::EmptyHome m_home;
};

QTEST_MAIN(TranslationsTest)
#include "tst_translations.moc"
