// Writing, saving and training an experiment repeatedly, in the window and by hand.

#include "app/actions/menu_actions.h"
#include "app/experiment_source.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "core/session/new_run.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/forms/json_text_edit.h"
#include "widgets/forms/number_box.h"

#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QTabWidget>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QUndoStack>

using namespace lensboard;
using app::ExperimentPage;
using app::MainWindow;
using experiment::Json;
using widgets::NumberBox;

namespace {

ExperimentPage *currentExperiment(const MainWindow &window)
{
    return qobject_cast<ExperimentPage *>(window.findChild<QTabWidget *>()->currentWidget());
}

QToolButton *button(const QWidget &page, const QString &text)
{
    for (auto *one : page.findChildren<QToolButton *>())
        if (one->text() == text)
            return one;
    return nullptr;
}

QAction *action(const MainWindow &window, const QString &name)
{
    for (const app::MenuAction &one : app::menuActions(*window.menuBar()))
        if (one.name() == name)
            return one.action;
    return nullptr;
}

/// Presses a button of the next message box.
void answer(QMessageBox::StandardButton which)
{
    auto *timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, qApp, [timer, which] {
        if (auto *box = qobject_cast<QMessageBox *>(QApplication::activeModalWidget())) {
            timer->stop();
            timer->deleteLater();
            box->button(which)->click();
        }
    });
    timer->start(10);
}

void type(QWidget *line, const QString &text)
{
    line->setFocus();
    QTest::keySequence(line, QKeySequence::SelectAll);
    QTest::keyClicks(line, text);
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class ExperimentPageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_home = std::make_unique<test::EmptyHome>();
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void cleanup() { m_window.reset(); }

    void anExperimentIsWrittenAndPrepared()
    {
        QTest::keyClick(m_window.get(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        const ExperimentPage *page = currentExperiment(*m_window);
        QVERIFY(page && page->editor()->isValid());
        const QToolButton *prepare = button(*page, "Start Training");
        auto *rate = page->findChild<QWidget *>("lr");
        type(rate, "fast");
        QVERIFY(!prepare->isEnabled() && prepare->toolTip().contains("its problems are listed below"));
        QTest::keyClick(rate, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(m_window->pages().isEmpty());
        type(rate, "0.125");
        QVERIFY(prepare->isEnabled());
        type(page->findChild<QWidget *>("name"), "mine");
        QCOMPARE(m_window->findChild<QTabWidget *>()->tabText(0), "mine*");
        QTest::keyClick(page->findChild<QWidget *>("name"), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(m_window->pages().size(), 1);
        QVERIFY(m_window->currentPage()->title().startsWith("mine")); // the file name also has the time
        QVERIFY(Json::parse(m_window->currentPage()->run()->info().experiment)["optimizer"]["lr"] == 0.125);
        QVERIFY(!m_window->findChild<QMessageBox *>());
    }

    void aTabKeepsItsNameWhileJsonIsTyped()
    {
        const ExperimentPage *page = m_window->newExperiment();
        type(page->findChild<QWidget *>("name"), "mine");
        auto *json = page->findChild<widgets::JsonTextEdit *>();
        json->setFocus();
        QTest::keyClicks(json, "{");
        QVERIFY(!page->editor()->isValid());
        QCOMPARE(m_window->findChild<QTabWidget *>()->tabText(0), "mine*");
    }

    void theWelcomePageLeadsToTheEditor()
    {
        for (auto *one : m_window->findChildren<QPushButton *>())
            if (one->text() == "New Experiment")
                QTest::mouseClick(one, Qt::LeftButton);
        QVERIFY(currentExperiment(*m_window));
    }

    void keysUndoInTheFormAndInTheJson()
    {
        const ExperimentPage *page = m_window->newExperiment();
        const QString before = page->editor()->jsonText();
        auto *name = page->findChild<QLineEdit *>("name");
        type(name, "abc");
        QTest::keyClick(name, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(page->editor()->jsonText(), before);
        auto *rate = page->findChild<NumberBox *>("lr");
        type(rate, "0.5");
        auto *json = page->findChild<widgets::JsonTextEdit *>();
        json->setFocus();
        QTest::keyClicks(json, " ");
        QTest::keyClick(json, Qt::Key_Z, Qt::ControlModifier);
        QTest::keyClick(json, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(page->editor()->jsonText(), before);
        QTest::keyClick(json, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(rate->value() == 0.5);
    }

    void everyExampleIsAStart()
    {
        QCOMPARE(app::examplePaths().size(), QDir(LENSBOARD_SOURCE_DIR "/resources/experiments").entryList({"*.json"}).size());
        for (const QString &example : app::examplePaths()) {
            ExperimentPage *page = m_window->newExperiment();
            page->startFrom(example);
            QVERIFY(page->editor()->isValid());
            if (!example.endsWith("gpl-transformer.json"))
                QCOMPARE(page->editor()->jsonText().toUtf8(), contents(example));
            QVERIFY(page->mayClose()); // nothing was written yet
        }
    }

    void anExampleBringsItsData()
    {
        ExperimentPage *page = m_window->newExperiment();
        page->startFrom(":/experiments/gpl-transformer.json");
        const std::string data = (*page->editor()->json())["dataset"]["path"];
        QCOMPARE(contents(QString::fromStdString(data)), contents(LENSBOARD_SOURCE_DIR "/resources/experiments/gpl-3.txt"));
    }

    void aFileIsSavedAndTakenAgain()
    {
        ExperimentPage *page = m_window->newExperiment();
        page->startFrom(":/experiments/spirals-mlp.json");
        type(page->findChild<QWidget *>("name"), "two");
        QCOMPARE(page->save(path("two.json")), QString());
        QCOMPARE(page->title(), "two");
        QCOMPARE(contents(path("two.json")), page->editor()->jsonText().toUtf8());
        QCOMPARE(app::Settings::recentFiles(), QStringList{path("two.json")});
        type(page->findChild<QWidget *>("name"), "three");
        QTest::keyClick(page->findChild<QWidget *>("name"), Qt::Key_S, Qt::ControlModifier);
        QVERIFY(contents(path("two.json")).contains("\"name\": \"three\""));
        QVERIFY2(page->save(path("no/such/folder.json")).contains("cannot be written"), "");
        QCOMPARE(page->path(), path("two.json"));

        ExperimentPage *other = m_window->newExperiment();
        type(other->findChild<QWidget *>("name"), "mine");
        other->startFrom(path("two.json"));
        QCOMPARE(other->editor()->jsonText(), page->editor()->jsonText());
        other->editor()->history()->undo(); // restores the JSON of the previous step
        QCOMPARE(other->title(), "mine*");
    }

    void dataIsSoughtBesideTheExperiment()
    {
        QFile file(path("text.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(R"({"format": 1, "dataset": {"kind": "text", "path": "a.txt"}, "model": {"kind": "transformer"}, "optimizer": {"kind": "adam"}})");
        file.close();
        ExperimentPage *page = m_window->newExperiment();
        page->startFrom(path("text.json"));
        QCOMPARE(page->findChild<QLineEdit *>("path")->text(), path("a.txt"));
        type(page->findChild<QWidget *>("path"), "b.txt"); // relative to the future folder of the experiment
        QCOMPARE(page->save(path("text.json")), QString());
        button(*page, "Start Training")->click();
        QVERIFY(Json::parse(m_window->currentPage()->run()->info().experiment)["dataset"]["path"] == path("b.txt").toStdString());
    }

    void whatIsNotSavedIsAskedAbout()
    {
        ExperimentPage *page = m_window->newExperiment();
        QCOMPARE(page->save(path("kept.json")), QString());
        type(page->findChild<QWidget *>("name"), "changed");
        answer(QMessageBox::Cancel);
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QCOMPARE(currentExperiment(*m_window), page);
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        answer(QMessageBox::Save);
        QTest::keyClick(m_window.get(), Qt::Key_W, Qt::ControlModifier);
        QVERIFY(!currentExperiment(*m_window));
        QVERIFY(contents(path("kept.json")).contains("\"changed\""));
        type(m_window->newExperiment()->findChild<QWidget *>("name"), "lost");
        answer(QMessageBox::Discard);
        QVERIFY(m_window->close());
    }

    void aRunIsTrainedAgainWithChanges()
    {
        QVERIFY(!action(*m_window, "Again with Changes …")->isEnabled());
        const QByteArray spirals = contents(":/experiments/spirals-mlp.json");
        const auto experiment = experiment::Experiment::fromJson(experiment::parseJson(spirals.toStdString()));
        store::RunStore run(session::newRunInfo(experiment));
        test::addMadeSeries(run, 2);
        run.commit(test::madeFrame(0, 2));
        store::saveRunCopy(run, path("spirals.lbrun").toStdString());
        QVERIFY(m_window->openFile(path("spirals.lbrun")));
        QVERIFY(action(*m_window, "Again with Changes …")->isEnabled());
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
        ExperimentPage *page = currentExperiment(*m_window);
        QVERIFY(page && page->editor()->isValid());
        QCOMPARE(page->title(), "spirals-mlp again");
        Json expected = experiment.toJson();
        expected["name"] = "spirals-mlp again";
        QVERIFY(*page->editor()->json() == expected);
        QVERIFY(page->mayClose());

        page->startFrom(path("spirals.lbrun")); // the same by another way
        QCOMPARE(page->title(), "spirals-mlp");
    }

    void aRunOfAnotherToolTellsNoExperiment()
    {
        store::RunStore run;
        test::addMadeSeries(run, 2);
        run.commit(test::madeFrame(0, 2));
        run.update([](auto &info) { info.experiment = "{\"lr\": 0.1}"; });
        store::saveRunCopy(run, path("other.lbrun").toStdString());
        QVERIFY(m_window->openFile(path("other.lbrun")));
        const QAction *again = action(*m_window, "Again with Changes …");
        QVERIFY(!again->isEnabled());
        QVERIFY(again->toolTip().contains("has no experiment"));
        ExperimentPage *page = m_window->newExperiment();
        const QString before = page->editor()->jsonText();
        QVERIFY_EXCEPTION_THROWN(page->startFrom(path("other.lbrun")), experiment::ExperimentError);
        QCOMPARE(page->editor()->jsonText(), before);
    }

private:
    QString path(const QString &name) const { return m_home->path(name); }

    std::unique_ptr<test::EmptyHome> m_home;
    std::unique_ptr<MainWindow> m_window;
};

QTEST_MAIN(ExperimentPageTest)
#include "tst_experiment_page.moc"
