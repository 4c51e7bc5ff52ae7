// What rules found, and what the user does about it.

#include "tests/support/patience.h"
#include "widgets/health/finding_list.h"
#include "widgets/health/health_panel.h"

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
    void init()
    {
        m_panel = std::make_unique<HealthPanel>();
        m_panel->resize(340, 400);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        m_panel->setJudgement(judgement({finding("NotFinite", Severity::Problem), finding("DeadUnits", Severity::Warning)}));
    }

    void aClickShowsTheEvidence()
    {
        QSignalSpy wanted(m_panel.get(), &HealthPanel::evidenceWanted);
        click(1);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted[0][0].value<Finding>().rule, "DeadUnits");
        QCOMPARE(list().current()->rule, "DeadUnits");
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[1][0].value<Finding>().rule, "NotFinite");
    }

    void theCurrentOneSaysMore()
    {
        const int folded = list().visualRect(row(0)).height();
        click(0);
        QVERIFY(list().visualRect(row(0)).height() > 1.5 * folded);
        QVERIFY(std::abs(list().visualRect(row(1)).height() - folded) < folded);
        // It stays the current one when others come before it.
        m_panel->setJudgement(judgement({finding("LossDiverging", Severity::Problem), finding("NotFinite", Severity::Problem)}));
        QCOMPARE(list().current()->rule, "NotFinite");
    }

    void whatIsDismissedComesBackWhenItIsWorse()
    {
        click(1);
        QTest::keyClick(&list(), Qt::Key_Delete);
        QCOMPARE(rules(), (QStringList{"NotFinite"}));
        m_panel->setJudgement(judgement({finding("DeadUnits", Severity::Warning)}));
        QCOMPARE(rules(), QStringList());
        m_panel->setJudgement(judgement({finding("DeadUnits", Severity::Problem)}));
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
        QCOMPARE(changed.last()[0].toStringList(), QStringList{"NotFinite"});
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
        showHidden();
        QCOMPARE(rules(), (QStringList{"NotFinite", "DeadUnits"}));
        click(0);
        QVERIFY(!action("ignoreRule")->isEnabled());
        action("bringBackFinding")->trigger();
        QCOMPARE(changed.last()[0].toStringList(), QStringList());
        QVERIFY(action("ignoreRule")->isEnabled());
        m_panel->setIgnoredRules({"DeadUnits"});
        QCOMPARE(rules(), (QStringList{"NotFinite", "DeadUnits"})); // all are shown still
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
        m_panel->setJudgement(judgement({}, {{"UpdateRatio", {"ParameterNorm"}}, {"LayerFrozen", {"ParameterNorm"}}, {"Overfitting", {}}}));
        QVERIFY(!labelWith("Update Ratio"));
        showMissing();
        QLabel *const offered = labelWith("Update Ratio, Layer Frozen");
        QVERIFY(offered && offered->text().contains("Overfitting"));
        QSignalSpy wanted(m_panel.get(), &HealthPanel::lensWanted);
        Q_EMIT offered->linkActivated("ParameterNorm");
        QCOMPARE(wanted.size(), 1);
    }

    /// However much could not be judged.
    void findingsHaveTheRoom()
    {
        std::vector<health::MissingEvidence> missing;
        for (int i = 0; i < 30; ++i)
            missing.push_back({"RuleOfManyWords" + std::to_string(i), {"Lens" + std::to_string(i)}});
        m_panel->setJudgement(judgement({finding("NotFinite", Severity::Problem)}, missing));
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
        m_panel->setJudgement(judgement({}));
        QVERIFY(!list().current());
        m_panel->setJudgement(nullptr);
        m_panel->setJudgement(judgement({finding("DeadUnits", Severity::Note)}));
        QCOMPARE(rules(), (QStringList{"DeadUnits"}));
    }

private:
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
        for (const Finding &each : m_panel->findings())
            names << QString::fromStdString(each.rule);
        return names;
    }

    std::unique_ptr<HealthPanel> m_panel;
};

QTEST_MAIN(HealthPanelTest)
#include "tst_health_panel.moc"
