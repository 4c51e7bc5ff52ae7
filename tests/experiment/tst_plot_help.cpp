// Every plot of a built-in lens or monitor is explained.

#include "core/experiment/experiment_schema.h"
#include "core/experiment/plot_help.h"
#include "core/experiment/watcher_tags.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <utility>
#include <variant>

using namespace lensboard;
using experiment::PlotHelp;
using record::TagSpec;

namespace {

void checkTexts(const PlotHelp &help, const std::string &tag)
{
    for (const std::string &text : {help.measures, help.unit, help.reading, help.manual})
        QVERIFY2(!text.empty(), tag.c_str());
    QVERIFY2(help.measures.ends_with('.') && help.reading.ends_with('.'), tag.c_str());
}

void checkTags(const std::vector<TagSpec> &tags, const std::string &kind)
{
    QVERIFY2(!tags.empty(), kind.c_str());
    for (const TagSpec &tag : tags) {
        const PlotHelp *help = experiment::plotHelp(tag, kind);
        QVERIFY2(help, (kind + ": " + tag.name).c_str());
        QCOMPARE(help->lens, kind);
        checkTexts(*help, tag.name);
    }
}

template <typename Variant, std::size_t... kinds>
void checkKinds(std::index_sequence<kinds...>, std::set<std::string> &seen)
{
    const auto check = [&seen](auto settings) {
        const std::string kind = decltype(settings)::kKind;
        seen.insert(kind);
        if constexpr (requires { settings.name; })
            settings.name = "watched";
        if constexpr (requires { settings.logScale; })
            settings.logScale = !settings.logScale;
        if constexpr (requires { settings.outputs; })
            settings.outputs = true;
        if constexpr (requires { settings.of; }) {
            using Of = typename decltype(settings)::Of;
            if constexpr (requires { Of::Weights; })
                settings.of = {Of::Weights, Of::Gradients, Of::Outputs};
            else
                settings.of = {Of::First, Of::Second, Of::Update, Of::Ratio, Of::Step};
        }
        checkTags(experiment::tagsOf(Variant(settings)), kind);
        if constexpr (requires { settings.separateLossAndMetrics; }) {
            settings.separateLossAndMetrics = false;
            checkTags(experiment::tagsOf(Variant(settings)), kind);
        }
    };
    (check(std::variant_alternative_t<kinds, Variant>()), ...);
}

template <typename Variant>
std::set<std::string> checkAll()
{
    std::set<std::string> seen;
    checkKinds<Variant>(std::make_index_sequence<std::variant_size_v<Variant>>(), seen);
    return seen;
}

} // namespace

class PlotHelpTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyLensAndMonitorIsExplained()
    {
        QCOMPARE(checkAll<settings::LensSettings>().size(), experiment::lensSchemas().size());
        QCOMPARE(checkAll<settings::Monitor>().size(), experiment::monitorSchemas().size());
    }

    void whatTrainersAddIsExplained()
    {
        for (const auto &[name, lens] : {std::pair("Learning Rate", "LossMetrics"), std::pair(record::kCoverageTag, record::kCoverageLens),
                                         std::pair("Step Time", "Processes"), std::pair("Waiting Time", "Processes"),
                                         std::pair("Training Loss, by Process", "Processes"), std::pair("Validation Loss, by Process", "Processes"),
                                         std::pair("Output Norm, by Process", "OutputNorm")})
            checkTags({TagSpec{.name = name, .lens = lens}}, lens);
    }

    void settingsAreThoseOfTheLens()
    {
        for (const PlotHelp &help : experiment::plotHelps()) {
            const experiment::Section *section = experiment::lensSchema(help.lens);
            for (const std::string &key : help.settings)
                QVERIFY2(section && std::ranges::find(section->fields, key, &experiment::Field::key) != section->fields.end(),
                         (help.lens + ": " + key).c_str());
        }
    }

    void theBestPatternCounts()
    {
        const auto measures = [](const char *tag, const char *kind) { return experiment::plotHelp(TagSpec{.name = tag, .lens = kind}, kind)->measures; };
        QVERIFY(measures("Weight Norm", "ParameterNorm") != measures("Weight Norm Comparison", "ParameterNorm"));
        QVERIFY(measures("Output Histogram", "Histogram") != measures("Weight Histogram", "Histogram"));
        QCOMPARE(measures("Weight Norm", "monitorch"), measures("Weight Norm", "ParameterNorm"));
        QCOMPARE(measures("Weight Gradient Norm", "monitorch"), measures("Weight Gradient Norm", "ParameterGradientGeometry"));
        QVERIFY(!experiment::plotHelp(TagSpec{.name = "train/loss", .lens = "TensorBoard"}, "TensorBoard"));
    }
};

LENSBOARD_TEST(PlotHelpTest)
#include "tst_plot_help.moc"
