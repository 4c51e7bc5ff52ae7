// A German window shows no English text: a training, a failing one, imported runs and their notices, details, the list of runs, tensors, the editor.

#include "app/dialogs/run_details_dialog.h"
#include "app/main_window.h"
#include "app/pages/experiment_page.h"
#include "app/pages/run_page.h"
#include "app/settings.h"
#include "app/translation.h"
#include "core/session/session.h"
#include "tests/support/empty_home.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/shown_texts.h"
#include "widgets/board/plot_board.h"
#include "widgets/core_words.h"
#include "widgets/forms/experiment_editor.h"
#include "widgets/models/readout_model.h"
#include "widgets/run_controls.h"
#include "widgets/views/tag_plot.h"

#include <QFile>
#include <QTemporaryDir>

using namespace lensboard;
using app::MainWindow;
using app::RunPage;
using session::State;

namespace {

const char *kExperiment = R"({
  "format": 1, "name": "x",
  "dataset": {"kind": "spirals", "train_samples": 60, "validation_samples": 20},
  "model": {"kind": "mlp", "hidden": [8], "norm": "batch"},
  "optimizer": {"kind": "sgd", "lr": 0.05},
  "epochs": 2, "batch_size": 20, "threads": 1, "tick": {"unit": "steps", "every": 1},
  "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputActivation"}, {"kind": "OutputNorm"}, {"kind": "OutputGradientGeometry"},
             {"kind": "ParameterGradientGeometry"}, {"kind": "ParameterGradientActivation"}, {"kind": "ParameterNorm"},
             {"kind": "ParameterUpdateGeometry"}, {"kind": "ParameterCondition", "largest": 1}],
  "recorders": [{"kind": "ForwardOutput", "name": "maps"}]
})";

QString written(const QTemporaryDir &folder, const QString &name, const QByteArray &content)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() ? file.fileName() : QString();
}

} // namespace

class GermanWindowTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        app::Settings::language.set("de");
        app::installTranslations();
    }

    void aTraining()
    {
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(written(m_folder, "training.json", kExperiment), true));
        RunPage *page = window.currentPage();
        QTRY_COMPARE(page->session()->status().state, State::Finished);
        QTRY_VERIFY(test::shownTexts(window).contains(widgets::termText(QString("Weight Norm"))));
        checkNames(window);
        const auto *lenses = page->findChild<QAbstractItemView *>("lensView");
        QCOMPARE(lenses->model()->index(0, 0).data().toString(), QString("Verlust und Metriken"));
        QVERIFY(lenses->model()->index(0, 0).data(Qt::ToolTipRole).toString().contains("\"LossMetrics\" in JSON"));
        checkNames(app::RunDetailsDialog(page->title(), *page->run(), {}));
        QVERIFY(window.openFile(QFileInfo(page->path()).path())); // the list of runs
        const auto *runs = window.findChild<QAbstractItemView *>("runList");
        QTRY_VERIFY(runs && !listed(*runs).filter("Verlust").isEmpty());
        checkNames(window);
        static const QRegularExpression kDecimalPoint("(?<![\\d.])\\d+\\.\\d+(?![\\d.])");
        QCOMPARE(listed(*runs).filter(kDecimalPoint), QStringList()); // plots use decimal commas
    }

    void numbersAndNamesOfCore()
    {
        const QString message = widgets::coreText("Goes on from epoch 3, step 2096.");
        QVERIFY2(message.contains("2.096") && !message.contains("Goes on"), qPrintable(message));
        QCOMPARE(widgets::tagText({record::kCoverageTag, record::kCoverageLens}), QString("Gemessene Schritte"));
    }

    void aTrainingThatFails()
    {
        MainWindow window;
        window.show();
        const QByteArray table = "a,b,class\n1,2,x\n1,oops,y\n3,4,x\n";
        QVERIFY(!written(m_folder, "table.csv", table).isEmpty());
        const QByteArray experiment = R"({"format": 1, "dataset": {"kind": "csv", "path": "table.csv"}, "model": {"kind": "mlp"},
                                          "optimizer": {"kind": "sgd"}})";
        QVERIFY(window.openFile(written(m_folder, "fails.json", experiment), true));
        QTRY_COMPARE(window.currentPage()->session()->status().state, State::Failed);
        QTRY_VERIFY(!test::shownTexts(window).filter("gefunden: \"oops\"").isEmpty());
        checkNames(window);
    }

    void importedRuns_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("monitorch") << QString(LENSBOARD_SOURCE_DIR "/tests/data/monitorch/two-epochs.pkl");
        QTest::newRow("TensorBoard") << QString(LENSBOARD_SOURCE_DIR "/tests/data/tensorboard/tf2-tensors");
        QTest::newRow("an interrupted run") << QString(LENSBOARD_SOURCE_DIR "/tests/data/run-format-1/interrupted.lbrun");
        QTest::newRow("CSV with notices") << written(m_folder, "odd.csv", "step,a,words\n1,2,hm\n1,3,hm\n2,x,hm\n");
        QTest::newRow("JSON lines with notices") << written(m_folder, "odd.jsonl", "{\"step\": 1, \"a\": 2}\nnonsense\n{\"step\": 1, \"a\": 3}\n");
    }

    void importedRuns()
    {
        QFETCH(const QString, path);
        MainWindow window;
        window.show();
        QVERIFY(window.openFile(path));
        QTRY_VERIFY(window.currentPage()); // a folder is listed first
        RunPage *page = window.currentPage();
        QTRY_VERIFY(page->run()->frameCount() > 0);
        QTRY_VERIFY(!page->board()->sections().plots().empty());
        for (const QPoint &at : {QPoint(1, 1), page->board()->sections().plots().front()->rect().center()})
            QTest::mouseMove(page->board()->sections().plots().front(), at); // shows the list of values
        QTRY_VERIFY(page->findChild<widgets::ReadoutModel *>()->rowCount() > 0);
        checkNames(window);
        checkNames(app::RunDetailsDialog(page->title(), *page->run(), {}));
    }

    void theEditor()
    {
        MainWindow window;
        window.show();
        app::ExperimentPage *page = window.newExperiment();
        auto *editor = page->findChild<widgets::ExperimentEditor *>();
        check(window);
        editor->open(R"({"format": 1, "dataset": {"kind": "csv"}, "model": {"kind": "cnn", "kernel": 2, "hidden": "x"},
                         "optimizer": {"kind": "sdg", "lr": 0}, "epochs": 0.5, "what": 1, "threads": true,
                         "lenses": [{"kind": "OutputNorm", "line_aggregation": ["medium"]}]})");
        QVERIFY(editor->problems().size() > 5);
        check(window);
        editor->open(R"({"format": 1, "dataset": {"kind": "spirals"}, "model": {"kind": "cnn"}, "optimizer": {"kind": "sgd"}})");
        QCOMPARE(editor->problems().size(), std::size_t(1)); // a problem that involves several keys
        check(window);
    }

private:
    static QStringList listed(const QAbstractItemView &view)
    {
        QStringList texts;
        test::addTexts(*view.model(), {}, texts);
        for (int section = 0; section < view.model()->columnCount(); ++section)
            texts << view.model()->headerData(section, Qt::Horizontal).toString();
        return texts;
    }

    static void check(const QWidget &window)
    {
        const QStringList english = test::englishAmong(test::shownTexts(window));
        QVERIFY2(english.isEmpty(), qPrintable(english.join("\n   ")));
    }

    /// Also checks names. Not for windows with forms, because forms show JSON's words.
    static void checkNames(const QWidget &window)
    {
        check(window);
        const QStringList english = test::englishNamesAmong(test::shownTexts(window));
        QVERIFY2(english.isEmpty(), qPrintable(english.join("\n   ")));
    }

    test::EmptyHome m_home;
    QTemporaryDir m_folder;
};

QTEST_MAIN(GermanWindowTest)
#include "tst_german_window.moc"
