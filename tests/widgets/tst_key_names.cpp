// English names for JSON's keys and kinds; tests/translation checks German.

#include "core/experiment/experiment_schema.h"
#include "widgets/core_words.h"
#include "widgets/key_names.h"
#include "tests/support/test_program.h"

#include <QSet>
#include <QTest>

using namespace lensboard;
using widgets::englishName;

namespace {

/// Returns true if \p name starts with a capital letter and contains no underscore.
bool isForPeople(const QString &name)
{
    return !name.isEmpty() && name.front().isUpper() && !name.contains('_') && name.simplified() == name;
}

} // namespace

class KeyNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void namesFollowARule_data()
    {
        QTest::addColumn<QString>("name");
        const auto row = [](const char *key, const char *name) { QTest::newRow(key) << name; };
        row("epochs", "Epochs");
        row("log_scale", "Log scale");
        row("ParameterGradientGeometry", "Parameter Gradient Geometry");
        row("EMA", "EMA");
        row("EMAMonitor", "EMA Monitor");
        row("lr", "Learning rate");
        row("lr_decay", "Learning rate decay");
        row("beta1", "Beta 1");
        row("limit_mb", "Limit in MB");
        row("LossMetrics", "Loss and Metrics");
        row("mlp", "MLP");
        row("smooth_l1", "Smooth L1");
        row("bce_with_logits", "BCE with logits");
        row("fashion-mnist", "Fashion-MNIST");
    }

    void namesFollowARule()
    {
        QFETCH(const QString, name);
        QCOMPARE(englishName(QTest::currentDataTag()), name);
        QCOMPARE(widgets::keyName(QTest::currentDataTag()), name);
    }

    void everyKeyAndKindHasAName() { checkNames(experiment::experimentSchema()); }

    void whatTheUserNamedStays()
    {
        QCOMPARE(widgets::lensText(std::string("OutputNorm")), "Output Norm");
        QCOMPARE(widgets::lensText(std::string("ForwardOutput of fc1")), "ForwardOutput of fc1");
        for (const char *name : {"norm", "text", "CSV", "fc_1.weight"}) // not names of lenses
            QCOMPARE(widgets::lensText(std::string(name)), name);
        QCOMPARE(widgets::tagText({"OutputMonitor", "OutputMonitor"}), "Output Monitor");
        QCOMPARE(widgets::tagText({"TensorBoard", "TensorBoard"}), "TensorBoard");
    }

private:
    /// Checks that names of sibling keys are distinct.
    void checkNames(const experiment::Section &section)
    {
        QSet<QString> names;
        const auto check = [](QSet<QString> &taken, const std::string &key) {
            const QString name = englishName(key);
            QVERIFY2(isForPeople(name), qPrintable(name));
            QVERIFY2(!taken.contains(name), qPrintable(name));
            taken.insert(name);
        };
        for (const experiment::Field &field : section.fields) {
            check(names, field.key);
            QSet<QString> kinds;
            for (const experiment::Section &part : field.sections) {
                if (!part.kind.empty())
                    check(kinds, part.kind);
                checkNames(part);
            }
        }
    }
};

LENSBOARD_TEST(KeyNamesTest)
#include "tst_key_names.moc"
