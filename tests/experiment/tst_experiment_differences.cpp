#include "core/experiment/experiment_differences.h"
#include "tests/support/test_program.h"

#include <QStringList>
#include <QTest>

#include <algorithm>

using namespace lensboard::experiment;

namespace {

QStringList differing(const std::vector<ComparedKey> &keys)
{
    QStringList paths;
    for (const ComparedKey &key : keys)
        if (key.differs())
            paths << QString::fromStdString(key.path);
    return paths;
}

const ComparedKey &keyAt(const std::vector<ComparedKey> &keys, const std::string &path)
{
    return *std::find_if(keys.begin(), keys.end(), [&](const ComparedKey &key) { return key.path == path; });
}

} // namespace

class ExperimentDifferencesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyWhatDiffersDiffers()
    {
        const std::string base = R"({"format": 1, "name": "a", "dataset": {"kind": "spirals"}, "model": {"kind": "mlp", "hidden": [16]},
            "optimizer": {"kind": "sgd", "lr": 0.1}, "epochs": 10, "lenses": [{"kind": "LossMetrics"}, {"kind": "OutputNorm"}]})";
        const std::string other = R"({"format": 1, "name": "a", "dataset": {"kind": "spirals"}, "model": {"kind": "mlp", "hidden": [16, 8]},
            "optimizer": {"kind": "sgd", "lr": 1e-1, "momentum": 0.5}, "epochs": 10.0, "lenses": [{"kind": "OutputNorm"}, {"kind": "LossMetrics"}]})";
        const auto keys = compareExperiments({base, other, base});
        QCOMPARE(differing(keys), (QStringList{"model.hidden", "optimizer.momentum"}));
        const ComparedKey momentum = keyAt(keys, "optimizer.momentum");
        QVERIFY(momentum.values[0].isDefault && !momentum.values[1].isDefault);
        QVERIFY(momentum.values[0].json == Json(0.9));
        QVERIFY(momentum.values[1].json == Json(0.5));
    }

    void aKeyThatOthersLackStandsWhereItIs()
    {
        const auto keys = compareExperiments({R"({"a": 1, "c": {"x": 1, "z": 3}, "d": 4})", R"({"a": 1, "b": 2, "c": {"x": 1, "y": 2, "z": 3}})"});
        QStringList paths;
        for (const ComparedKey &key : keys)
            paths << QString::fromStdString(key.path);
        QCOMPARE(paths, (QStringList{"a", "b", "c.x", "c.y", "c.z", "d"}));
        QCOMPARE(differing(keys), (QStringList{"b", "c.y", "d"}));
        QVERIFY(keyAt(keys, "b").values[0].json.is_null());
    }

    void whatIsNoExperimentHasNoKeys()
    {
        const auto keys = compareExperiments({"", "no JSON", R"({"hparams": {"lr": 0.1}})", std::string(100, '[') + std::string(100, ']')});
        QCOMPARE(differing(keys), QStringList{"hparams.lr"});
    }
};

LENSBOARD_TEST(ExperimentDifferencesTest)
#include "tst_experiment_differences.moc"
