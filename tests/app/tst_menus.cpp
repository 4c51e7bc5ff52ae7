// All menu actions: described, reachable by keyboard, found by a few letters.

#include "app/actions/menu_actions.h"
#include "app/dialogs/command_keywords.h"
#include "app/dialogs/command_model.h"
#include "app/dialogs/command_palette.h"
#include "app/dialogs/field_commands.h"
#include "app/dialogs/fuzzy_match.h"
#include "app/dialogs/shortcut_sheet.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_page.h"
#include "app/pages/run_tools.h"
#include "app/pages/run_watchers.h"
#include "app/settings.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/access_keys.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "widgets/board/board_navigation.h"
#include "widgets/board/plot_board.h"
#include "widgets/models/lens_model.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QMessageBox>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBrowser>

using namespace lensboard;
using app::MainWindow;
using app::MenuAction;

namespace {

/// Returns true for entries created from files, experiments or tabs: their number and names vary.
bool isListed(const MenuAction &action)
{
    static const QStringList kLists = {"New from Example", "Open Recent", "Tabs"};
    return kLists.contains(action.menus.back()) && action.name() != "Clear";
}

std::string describe(const MenuAction &action)
{
    return (action.menus.join(" > ") + " > " + action.name()).toStdString();
}

/// Returns true if \p control has a name for screen readers.
bool hasName(const QWidget &control)
{
    if (!control.accessibleName().isEmpty())
        return true;
    if (const auto *button = qobject_cast<const QAbstractButton *>(&control))
        return !button->text().isEmpty();
    for (const QLabel *label : control.window()->findChildren<QLabel *>())
        if (label->buddy() == &control)
            return true;
    return false;
}

/// Returns true for parts of composite controls, for example a spin box's line edit: the outer control has the name.
bool isPart(const QWidget &control)
{
    return qobject_cast<const QScrollBar *>(&control) || control.inherits("QTabBar") || control.inherits("QMenuBar")
        || control.inherits("QHeaderView") || control.objectName().startsWith("qt_")
        || qobject_cast<const QAbstractSpinBox *>(control.parentWidget()) || qobject_cast<const QComboBox *>(control.parentWidget())
        || (qobject_cast<const QLineEdit *>(control.parentWidget()) && control.inherits("QToolButton"));
}

template <typename Outer>
bool isWithin(const QWidget *widget)
{
    while (widget && !qobject_cast<const Outer *>(widget))
        widget = widget->parentWidget();
    return widget;
}

} // namespace

class MenusTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, QString::fromStdString(m_run.folder().string()));
        store::RunStore run;
        test::addMadeSeries(run, 2);
        for (std::size_t i = 0; i < 60; ++i)
            run.commit(test::madeFrame(i, 2));
        store::saveRunCopy(run, m_run.path());
    }

    void init() { QSettings().clear(); }

    void everyActionHasATextATipAndAShortcutOfItsOwn()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QHash<QString, std::string> taken;
        for (const MenuAction &action : app::menuActions(*window.menuBar())) {
            const std::string name = describe(action);
            QVERIFY2(!action.name().isEmpty(), name.c_str());
            if (isListed(action))
                continue;
            QVERIFY2(!action.action->toolTip().isEmpty() && action.action->toolTip() != action.name(), (name + " has no tool tip").c_str());
            QVERIFY2(!action.action->shortcuts().isEmpty(), (name + " has no shortcut").c_str());
            for (const QKeySequence &keys : action.action->shortcuts()) {
                // A shortcut that starts with another complete shortcut is unreachable.
                const QString text = keys.toString();
                for (auto other = taken.cbegin(); other != taken.cend(); ++other)
                    QVERIFY2(!other.key().startsWith(text + ", ") && !text.startsWith(other.key() + ", ") && other.key() != text,
                             (name + " and " + other.value() + " share " + text.toStdString()).c_str());
                taken.insert(text, name);
            }
        }
        QVERIFY(taken.size() > 20);
    }

    void accessKeysOfAMenuDiffer()
    {
        MainWindow window;
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
        app::RunTools(&window).replay(window.currentPage()->run(), "made");
        QVERIFY(window.currentPage()->replayControls());
        QCOMPARE(test::clashingAccessKeys(*window.menuBar()), QString());
    }

    /// An Alt key assigned twice triggers neither.
    void anAltKeyMeansOneThing()
    {
        MainWindow window;
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QHash<QString, QString> taken;
        const auto take = [&](const QString &keys, const QString &name) {
            if (keys.isEmpty())
                return true;
            const QString other = taken.value(keys, name);
            taken.insert(keys, name);
            return other == name;
        };
        const auto accessKey = [](const QString &text) { return QKeySequence::mnemonic(text).toString(); };
        for (const QAction *menu : window.menuBar()->actions())
            QVERIFY2(take(accessKey(menu->text()), menu->text()), qPrintable(menu->text()));
        for (const QLabel *label : window.findChildren<QLabel *>())
            if (label->buddy())
                QVERIFY2(take(accessKey(label->text()), label->text()), qPrintable(label->text()));
        for (const QAbstractButton *button : window.findChildren<QAbstractButton *>())
            QVERIFY2(take(accessKey(button->text()), button->text()), qPrintable(button->text()));
        for (const MenuAction &action : app::menuActions(*window.menuBar()))
            for (const QKeySequence &keys : action.action->shortcuts())
                QVERIFY2(take(keys.toString(), action.name()), describe(action).c_str());
        QVERIFY(taken.contains("Alt+L"));
    }

    void everyControlHasAName()
    {
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto check = [&window] {
            int controls = 0;
            for (const QWidget *control : window.findChildren<QWidget *>()) {
                if (!control->isVisible() || control->focusPolicy() == Qt::NoFocus || isPart(*control))
                    continue;
                ++controls;
                QVERIFY2(hasName(*control), qPrintable(QString("%1 \"%2\" in %3").arg(control->metaObject()->className(), control->objectName(),
                                                                                  control->parentWidget()->metaObject()->className())));
            }
            QVERIFY(controls > 0);
        };
        check();
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QVERIFY(window.openFile(QString::fromStdString(m_run.folder().string())));
        check();
        window.findChild<QTabWidget *>()->setCurrentIndex(0);
        check();
    }

    void lettersAreFound_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("better");
        QTest::addColumn<QString>("worse");
        QTest::newRow("beginnings of words") << "fs" << "Full Screen" << "Show Offset";
        QTest::newRow("side by side") << "zoom" << "Reset Zoom" << "Zap one or many";
        QTest::newRow("the beginning") << "run" << "Run Details" << "Recorded Runs";
        QTest::newRow("two words") << "res z" << "Reset Zoom" << "Progress Zigzag";
        QTest::newRow("accents") << "offnen" << QString::fromUtf8("Öffnen …") << "Von Hand oeffnen fein";
        QTest::newRow("capitals within") << "og" << "OutputGradient" << "Logging";
        QTest::newRow("not all there") << "xyz" << "" << "Xylophon";
        QTest::newRow("not in this order") << "abc" << "" << "cab";
    }

    void lettersAreFound()
    {
        QFETCH(const QString, typed);
        QFETCH(const QString, better);
        QFETCH(const QString, worse);
        const auto best = app::fuzzyMatch(typed, better), other = app::fuzzyMatch(typed, worse);
        QCOMPARE(best.has_value(), !better.isEmpty());
        if (best) {
            QCOMPARE(best->positions.size(), QString(typed).remove(' ').size());
            QVERIFY(!other || best->score > other->score);
        } else {
            QVERIFY(!other);
        }
    }

    void aCommandIsFoundAndRunByKeyboard()
    {
        MainWindow window;
        window.show();
        const auto open = [&window] {
            window.activateWindow();
            if (QTest::qWaitForWindowActive(&window, test::kPatienceMs))
                QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
            return window.findChild<app::CommandPalette *>();
        };
        const auto *palette = open();
        QVERIFY(palette && palette->isVisible());
        auto *typed = palette->findChild<QLineEdit *>("typed");
        const auto *list = palette->findChild<QListView *>("commands");
        const auto current = [list] { return list->currentIndex().data().toString(); };

        // Actions that need a run are listed, but cannot be triggered.
        QTest::keyClicks(typed, "rzoom");
        QCOMPARE(list->model()->index(0, 0).data().toString(), "Reset Zoom");
        QVERIFY(current() != "Reset Zoom");
        QTest::keyClick(typed, Qt::Key_Return);
        QVERIFY(palette->isVisible());

        typed->clear();
        QTest::keyClicks(typed, "theme dark");
        QCOMPARE(current(), "Dark");
        typed->clear();
        QTest::keyClicks(typed, "about");
        QTest::keyClick(typed, Qt::Key_Down);
        QVERIFY(current() != "About Lensboard" || list->model()->rowCount() == 1);
        QTest::keyClick(typed, Qt::Key_Up);
        QCOMPARE(current(), "About Lensboard");
        QTest::keyClick(typed, Qt::Key_Escape);
        QTRY_VERIFY(!window.findChild<app::CommandPalette *>());

        palette = open();
        QVERIFY(palette);
        typed = palette->findChild<QLineEdit *>("typed");
        QTest::keyClicks(typed, "keyb");
        QTest::keyClick(typed, Qt::Key_Return);
        QTRY_VERIFY(window.findChild<app::ShortcutSheet *>());
        QCOMPARE(app::Settings::recentCommands().size(), 1);

        // The most frequently used action comes first the next time.
        const app::CommandModel again(app::menuActions(*window.menuBar()), app::Settings::recentCommands());
        QCOMPARE(again.index(0).data().toString(), "Keyboard Shortcuts");
        for (const char *id : {"View › Often", "View › Often", "View › Last"})
            app::Settings::addRecentCommand(QString::fromUtf8(id));
        QCOMPARE(app::Settings::recentCommands().front(), QString::fromUtf8("View › Often"));
        QCOMPARE(app::Settings::recentCommands().at(1), QString::fromUtf8("View › Last"));
    }

    void plotsLayersAndTabsAreFound()
    {
        store::RunStore run(record::RunInfo{"spirals", record::RunStatus::Finished, {}, 1.7e9, R"({"name": "spirals"})", {}, {}});
        test::addMadeSeries(run, 40);
        run.registerTag({"Bias Norm", "ParameterNorm"});
        run.registerSeries({1, "layer0", "mean"});
        for (std::size_t i = 0; i < 30; ++i)
            run.commit(test::madeFrame(i, 41));
        const QTemporaryDir folder;
        for (const char *name : {"one.lbrun", "two.lbrun"})
            store::saveRunCopy(run, folder.filePath(name).toStdString());
        MainWindow window;
        window.resize(900, 500);
        window.show();
        QVERIFY(window.openFile(folder.filePath("one.lbrun")) && window.openFile(folder.filePath("two.lbrun")));
        QTRY_VERIFY(window.currentPage() && window.currentPage()->watchers().model()->rowCount() > 0);
        const auto choose = [&window](const QString &letters) {
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
            QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
            auto *palette = window.findChild<app::CommandPalette *>();
            QVERIFY(palette);
            QTest::keyClicks(palette->findChild<QLineEdit *>("typed"), letters);
            QTest::keyClick(palette->findChild<QLineEdit *>("typed"), Qt::Key_Return);
            QTRY_VERIFY(!window.findChild<app::CommandPalette *>());
        };
        const auto &navigation = window.currentPage()->board()->navigation();
        choose("bias norm");
        QTRY_COMPARE(navigation.currentTag(), QString("Bias Norm"));
        const auto *scroll = window.currentPage()->board()->findChild<QScrollArea *>();
        const int before = scroll->verticalScrollBar()->value();
        choose("layer37");
        QTRY_VERIFY(scroll->verticalScrollBar()->value() > before);
        choose("tab one");
        QTRY_COMPARE(window.currentPage()->title(), QString("one"));
    }

    void commandsAreFoundByOtherWords_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("name");
        for (const auto &[typed, name] : {std::pair("set learning rate", "Set Learning Rate"), std::pair("change the lr", "Set Learning Rate"),
                                          std::pair("Lernrate setzen", "Set Learning Rate"), std::pair("smoothing", "Set Smoothing"),
                                          std::pair("mehr Glättung", "Smoother"), std::pair("night", "Dark"), std::pair("dunkel", "Dark"),
                                          std::pair("choose x axis epoch", "Epoch"), std::pair("documentation", "Manual"),
                                          std::pair("Hilfe", "Manual"), std::pair("next tick", "Step to Next Tick"), std::pair("log scale", "Logarithmic Values"),
                                          std::pair("turn off weight norm", "Hide Plots of Weight Norm"), std::pair("explain weight norm", "What Is Weight Norm?"),
                                          std::pair("weight norm", "Weight Norm"), std::pair("solo layer1", "Show Only layer1"),
                                          std::pair("show health", "Show Health"), std::pair("exit", "Quit"), std::pair("png of this plot", "Export Plot …")})
            QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(name);
    }

    void commandsAreFoundByOtherWords()
    {
        QFETCH(const QString, typed);
        QFETCH(const QString, name);
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QTRY_VERIFY(window.currentPage()->watchers().model()->rowCount() > 0);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
        const auto *palette = window.findChild<app::CommandPalette *>();
        QVERIFY(palette);
        palette->findChild<QLineEdit *>("typed")->setText(typed);
        const QAbstractItemModel *found = palette->findChild<QListView *>("commands")->model();
        QStringList names;
        for (int row = 0; row < std::min(3, found->rowCount()); ++row)
            names << found->index(row, 0).data().toString();
        QVERIFY2(names.contains(name), qPrintable(names.join(", ")));
    }

    void aFieldIsFocused()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        const auto choose = [&window](const QString &letters) {
            window.activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
            QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
            auto *typed = window.findChild<app::CommandPalette *>()->findChild<QLineEdit *>("typed");
            QTest::keyClicks(typed, letters);
            QTest::keyClick(typed, Qt::Key_Return);
            QTRY_VERIFY(!window.findChild<app::CommandPalette *>());
        };
        choose("set x axis");
        QTRY_VERIFY(qobject_cast<QComboBox *>(window.focusWidget()));
        QCOMPARE(window.focusWidget()->accessibleName(), QString("Quantity of the x axis"));
        choose("find layers by name");
        QTRY_VERIFY(qobject_cast<QLineEdit *>(window.focusWidget()) && window.focusWidget()->isVisible()); // its panel came to the front
    }

    /// Each visible field and button is found by its name.
    void everyControlIsFound()
    {
        MainWindow window;
        window.resize(1280, 800);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto check = [&window](QWidget &page) {
            std::vector<MenuAction> known = app::menuActions(*window.menuBar());
            std::ranges::copy(app::fieldCommands(page, known), std::back_inserter(known));
            QStringList names;
            for (const MenuAction &command : known) {
                if (!command.action->parent())
                    command.action->setParent(&window);
                names << command.name().toCaseFolded() << command.menus.join(' ').toCaseFolded();
            }
            int controls = 0;
            for (const QWidget *control : page.findChildren<QWidget *>()) {
                const bool isOnBoard = control->parentWidget() && isWithin<widgets::PlotBoard>(control);
                if (!control->isVisible() || !control->isEnabled() || control->focusPolicy() == Qt::NoFocus || isPart(*control) || isOnBoard)
                    continue;
                const auto *button = qobject_cast<const QAbstractButton *>(control);
                if (!button && !qobject_cast<const QComboBox *>(control) && !qobject_cast<const QAbstractSpinBox *>(control) && !qobject_cast<const QLineEdit *>(control))
                    continue;
                ++controls;
                QStringList own = {control->accessibleName()};
                for (const QLabel *label : page.findChildren<QLabel *>())
                    if (label->buddy() == control)
                        own << app::withoutMnemonic(label->text()).remove(':');
                if (button)
                    own << app::withoutMnemonic(button->text());
                own.removeAll(QString());
                QVERIFY2(std::ranges::any_of(own, [&](const QString &name) { return !names.filter(name.toCaseFolded()).isEmpty(); }), qPrintable(own.join(" / ")));
            }
            QVERIFY2(controls >= 2, qPrintable(QString::number(controls)));
        };
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        check(*window.currentPage());
        check(*window.newExperiment());
    }

    /// Every entry of the keyword table belongs to an existing action.
    void keywordsAreOfActions()
    {
        MainWindow window;
        QVERIFY(window.openFile(QString::fromStdString(m_run.path().string())));
        QStringList names;
        for (const MenuAction &action : app::menuActions(*window.menuBar()))
            names << action.name();
        for (const QString &name : app::commandKeywords().keys())
            QVERIFY2(names.contains(name), qPrintable(name));
    }

    void anotherLanguageOffersARestart()
    {
        MainWindow window;
        window.show();
        for (const MenuAction &action : app::menuActions(*window.menuBar()))
            if (action.name() == "Deutsch")
                action.action->trigger();
        QCOMPARE(app::Settings::language(), "de");
        const auto offer = [&window] { return window.findChild<QMessageBox *>("restartOffer"); };
        QTRY_VERIFY(offer() && offer()->isVisible());
        for (QAbstractButton *button : offer()->buttons())
            if (button->text().remove('&') == "Later")
                QTest::mouseClick(button, Qt::LeftButton);
        QTRY_VERIFY(!offer());
        QVERIFY(window.isVisible());
    }

    void commandsAreAModel()
    {
        MainWindow window;
        app::Settings::addRecentFile("/data/R&D/run.lbrun");
        app::CommandModel model(app::menuActions(*window.menuBar()), {});
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int all = model.rowCount();
        model.setTyped("rdrun");
        QCOMPARE(model.index(0).data().toString(), "/data/R&D/run.lbrun");
        QCOMPARE(model.index(0).data(app::CommandModel::kMenusRole).toString(), QString::fromUtf8("File › Open Recent"));
        model.setTyped("nothing is called like this");
        QCOMPARE(model.rowCount(), 0);
        model.setTyped("");
        QCOMPARE(model.rowCount(), all);
    }

    void shortcutsAreListedAndSearched()
    {
        MainWindow window;
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window, test::kPatienceMs));
        QTest::keyClick(&window, Qt::Key_Question);
        auto *sheet = window.findChild<app::ShortcutSheet *>();
        QVERIFY(sheet);
        QVERIFY(QTest::qWaitForWindowExposed(sheet));
        const auto text = [sheet] { return sheet->findChild<QTextBrowser *>("sheet")->toPlainText(); };
        for (const MenuAction &action : app::menuActions(*window.menuBar()))
            QVERIFY2(isListed(action) || text().contains(action.name()), describe(action).c_str());
        QVERIFY(text().contains("Zoom along"));
        auto *search = sheet->findChild<QLineEdit *>("search");
        QTest::keyClicks(search, "zoom?"); // a text field receives the question mark
        QCOMPARE(search->text(), "zoom?");
        QTest::keyClick(search, Qt::Key_Backspace);
        QVERIFY(text().contains("Reset Zoom") && !text().contains("Quit"));
        QCOMPARE(window.findChildren<app::ShortcutSheet *>().size(), 1);
    }

private:
    test::ScratchFile m_run{"made.lbrun"};
};

LENSBOARD_WINDOW_TEST(MenusTest)
#include "tst_menus.moc"
