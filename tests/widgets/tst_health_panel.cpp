// Health findings, and the user's reactions to them.

#include "tests/support/patience.h"
#include "widgets/health/finding_list.h"
#include "widgets/health/health_panel.h"
#include "tests/support/test_program.h"

#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QSignalSpy>

using namespace lensboard;
using namespace lensboard::widgets;
using health::Finding;
using health::Severity;

namespace {

Finding finding(const std::string &rule, Severity severity)
{
    Finding made;
    made.rule = rule;
    made.severity = severity;
    made.layers = {"fc1", "fc2"};
    made.firstStep = 40;
    made.lastStep = 90;
    made.values = "0.99 of 64; at most 0.7 is usual";
    made.meaning = "Nothing comes out.";
    made.advice = "Lower the learning rate.";
    made.evidence = {{"Output Activations", {"fc1", "fc2"}, "death_rate", 0.7}, {"Loss", {}, "train_loss mean"}};
    return made;
}

std::shared_ptr<const health::Judgement> judgement(std::vector<Finding> findings, std::vector<health::MissingEvidence> missing = {})
{
    return std::make_shared<health::Judgement>(health::Judgement{std::move(findings), std::move(missing), {}});
}

} // namespace

class HealthPanelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qRegisterMetaType<const void *>("const void*"); } // for QSignalSpy

    void init()
    {
        m_panel = std::make_unique<HealthPanel>();
        m_panel->resize(340, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        show(judgement({finding("NotFinite", Severity::Problem), finding("DeadUnits", Severity::Warning)}));
    }

    void theKindOfTrainingIsShown()
    {
        const auto *label = m_panel->findChild<QLabel *>("judgedAs");
        QVERIFY(!label->isVisible());
        health::Judgement judged = *judgement({});
        judged.judgedAs = {health::TrainingKind::FineTuning, "6 of 7 layers are frozen"};
        show(std::make_shared<health::Judgement>(judged));
        QVERIFY(label->isVisible());
        QCOMPARE(label->text(), "Judged as: fine-tuning, because 6 of 7 layers are frozen");
    }

    void aClickShowsTheEvidence()
    {
        QSignalSpy wanted(m_panel.get(), &HealthPanel::evidenceWanted);
        click(1);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][1].value<Finding>().rule, "DeadUnits");
        QCOMPARE(list().current()->rule, "DeadUnits");
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[1][1].value<Finding>().rule, "NotFinite");
    }

    void theCurrentOneSaysMore()
    {
        const int folded = list().visualRect(row(0)).height();
        click(0);
        QVERIFY(list().visualRect(row(0)).height() > 1.5 * folded);
        QVERIFY(std::abs(list().visualRect(row(1)).height() - folded) < folded);
        // The selection stays when others are inserted before it.
        show(judgement({finding("LossDiverging", Severity::Problem), finding("NotFinite", Severity::Problem)}));
        QCOMPARE(list().current()->rule, "NotFinite");
    }

    void whatIsDismissedComesBackWhenItIsWorse()
    {
        click(1);
        QTest::keyClick(&list(), Qt::Key_Delete);
        QCOMPARE(rules(), (QStringList{"NotFinite"}));
        show(judgement({finding("DeadUnits", Severity::Warning)}));
        QCOMPARE(rules(), QStringList());
        show(judgement({finding("DeadUnits", Severity::Problem)}));
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
    }

    void whatIsSnoozedIsAwayForAWhile()
    {
        click(0);
        action("snoozeFinding")->trigger();
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
        PutAway away;
        const auto now = std::chrono::system_clock::now();
        away.snooze(finding("DeadUnits", Severity::Warning), now + std::chrono::minutes(10));
        QVERIFY(away.has(finding("DeadUnits", Severity::Problem), now));
        QVERIFY(!away.has(finding("DeadUnits", Severity::Problem), now + std::chrono::minutes(11)));
    }

    void whatIsNoProblemHereIsRememberedAndCanBeTakenBack()
    {
        QSignalSpy changed(m_panel.get(), &HealthPanel::ignoredRulesChanged);
        click(0);
        action("ignoreRule")->trigger();
        QCOMPARE(changed.last()[1].toStringList(), QStringList{"NotFinite"});
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
        showHidden();
        QCOMPARE(rules(), (QStringList{"NotFinite", "DeadUnits"}));
        click(0);
        QVERIFY(!action("ignoreRule")->isEnabled());
        action("bringBackFinding")->trigger();
        QCOMPARE(changed.last()[1].toStringList(), QStringList());
        QVERIFY(action("ignoreRule")->isEnabled());
        m_panel->setRuns({{.id = this, .judgement = m_judgement, .ignoredRules = {"DeadUnits"}}});
        QCOMPARE(rules(), (QStringList{"NotFinite", "DeadUnits"})); // all are still shown
    }

    void oneOrAllAreCopied()
    {
        action("copyFinding")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().count("Lower the learning rate.") == 2);
        click(1);
        QTest::keySequence(&list(), QKeySequence::Copy);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("warning: Dead Units, since step 40"), qPrintable(copied));
        QVERIFY(copied.contains("Layers: fc1, fc2") && copied.contains("0.99 of 64") && !copied.contains("Not Finite"));
    }

    void lensesThatAreMissingAreOffered()
    {
        m_panel->setSwitchable(true);
        show(judgement({}, {{"UpdateRatio", {"ParameterNorm"}}, {"LayerFrozen", {"ParameterNorm"}}, {"Overfitting", {}}}));
        QVERIFY(!labelWith("Update Ratio"));
        showMissing();
        QLabel *const offered = labelWith("Update Ratio, Layer Frozen");
        QVERIFY(offered && offered->text().contains("Overfitting"));
        QSignalSpy wanted(m_panel.get(), &HealthPanel::lensWanted);
        Q_EMIT offered->linkActivated("ParameterNorm");
        QCOMPARE(wanted.size(), 1);
    }

    /// Independent of the number of rules that could not judge.
    void findingsHaveTheRoom()
    {
        std::vector<health::MissingEvidence> missing;
        for (int i = 0; i < 30; ++i)
            missing.push_back({"RuleOfManyWords" + std::to_string(i), {"Lens" + std::to_string(i)}});
        show(judgement({finding("NotFinite", Severity::Problem)}, missing));
        m_panel->resize(300, 260);
        QTRY_VERIFY(list().height() > m_panel->height() / 2);
        QCOMPARE(m_panel->height(), 260);
        showMissing();
        QTRY_VERIFY(labelWith("Rule Of Many Words29"));
        QCOMPARE(m_panel->height(), 260);
        QTRY_VERIFY(list().height() > m_panel->height() / 3);
    }

    void fewerFindingsThanBeforeAreNoMatter()
    {
        click(1);
        show(judgement({}));
        QVERIFY(!list().current());
        show(nullptr);
        show(judgement({finding("DeadUnits", Severity::Note)}));
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
    }

    /// The row that becomes current grows and the previous one above shrinks, so the mouse button is released over another row.
    void aClickBelowTheCurrentFindingShowsItsEvidence()
    {
        Finding tall = finding("NotFinite", Severity::Problem);
        tall.meaning = QString("Nothing comes out. ").repeated(20).toStdString();
        show(judgement({tall, finding("DeadUnits", Severity::Warning), finding("LayerFrozen", Severity::Warning)}));
        click(0);
        QSignalSpy wanted(m_panel.get(), &HealthPanel::evidenceWanted);
        list().scrollTo(row(1));
        const QPoint at = list().visualRect(row(1)).center();
        QTest::mousePress(list().viewport(), Qt::LeftButton, {}, at);
        QTest::mouseMove(list().viewport(), at + QPoint(1, 0));
        QTest::mouseRelease(list().viewport(), Qt::LeftButton, {}, at + QPoint(1, 0));
        QCOMPARE(list().current()->rule, "DeadUnits");
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][1].value<Finding>().rule, "DeadUnits");
        QTest::mouseClick(list().viewport(), Qt::RightButton, {}, list().visualRect(row(2)).center());
        QCOMPARE(wanted.size(), 1);
    }

    void findingsOfSeveralRunsHaveHeadings()
    {
        const int first = 0, second = 0, third = 0;
        const Finding dead = finding("DeadUnits", Severity::Warning);
        const auto showAll = [&] {
            m_panel->setRuns({{.id = &first, .name = "seed=1", .judgement = judgement({dead, finding("NotFinite", Severity::Problem)}, {{"Overfitting", {}}}), .isOver = true},
                              {.id = &second, .name = "seed=2", .judgement = judgement({dead}), .isOver = true},
                              {.id = &third, .name = "seed=10", .judgement = judgement({}), .isOver = true}});
        };
        showAll();
        const auto texts = [&] {
            QStringList lines;
            for (int i = 0; i < list().model()->rowCount(); ++i)
                lines << row(i).data().toString().section('\n', 0, 0).section(',', 0, 0);
            return lines;
        };
        QCOMPARE(texts(), (QStringList{"seed=1: 1 problem", "warning: Dead Units", "problem: Not Finite", "seed=2: 1 warning", "warning: Dead Units", "seed=10: No findings."}));
        QVERIFY(labelWith("seed=1: 1 rules had nothing to judge by."));
        QSignalSpy wanted(m_panel.get(), &HealthPanel::evidenceWanted);
        click(3); // a heading
        QVERIFY(wanted.empty() && !list().current());
        click(2);
        QTest::keyClick(&list(), Qt::Key_Down); // past the heading
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[1][0].value<const void *>(), static_cast<const void *>(&second));
        action("copyFinding")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().startsWith("seed=2\nwarning: Dead Units"));
        action("dismissFinding")->trigger(); // in this run only
        QCOMPARE(texts(), (QStringList{"seed=1: 1 problem", "warning: Dead Units", "problem: Not Finite", "seed=2: No other findings.", "seed=10: No findings."}));
        showAll();
        QCOMPARE(m_panel->findings(&first).size(), std::size_t(2));
        QVERIFY(m_panel->findings(&second).empty() && m_panel->findings(this).empty());
    }

private:
    void show(std::shared_ptr<const health::Judgement> judgement)
    {
        m_judgement = std::move(judgement);
        m_panel->setRuns({{.id = this, .judgement = m_judgement}});
    }
    FindingList &list() const { return *m_panel->list(); }
    QModelIndex row(int row) const { return list().model()->index(row, 0); }
    void click(int at) const { QTest::mouseClick(list().viewport(), Qt::LeftButton, {}, list().visualRect(row(at)).center()); }
    QAction *action(const char *name) const { return m_panel->findChild<QAction *>(name); }
    QLabel *labelWith(const QString &text) const
    {
        for (QLabel *label : m_panel->findChildren<QLabel *>())
            if (label->isVisible() && label->text().contains(text))
                return label;
        return nullptr;
    }
    void toggle(const char *link) const
    {
        QLabel *const label = labelWith(QStringLiteral("<a href='%1'").arg(link));
        QVERIFY(label);
        Q_EMIT label->linkActivated(link);
    }
    void showHidden() const { toggle("hidden"); }
    void showMissing() const { toggle("missing"); }
    QStringList rules() const
    {
        QStringList names;
        for (const Finding &each : m_panel->findings(this))
            names << QString::fromStdString(each.rule);
        return names;
    }

    std::unique_ptr<HealthPanel> m_panel;
    std::shared_ptr<const health::Judgement> m_judgement;
};

LENSBOARD_WINDOW_TEST(HealthPanelTest)
#include "tst_health_panel.moc"
