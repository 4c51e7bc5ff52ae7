// Settings of each kind: parsed settings equal the written settings, key by key. Detects keys that share a member and missing keys.

#include "core/experiment/kind_settings.h"
#include "core/experiment/settings/dataset_settings.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/model_settings.h"
#include "core/experiment/settings/objective_settings.h"
#include "core/experiment/settings/optimizer_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <set>

using namespace lensboard;
using experiment::KindSettings;
using settings::Field;
using settings::FieldType;
using settings::Json;
using settings::Section;

namespace {

Json otherOf(const Section &section);

/// Returns a valid value of \p field that differs from its default and from its neighbours' values; \p number distinguishes them.
Json otherThanDefault(const Field &field, int number)
{
    const auto lastChoice = [&] { return field.fallback == field.choices.back() ? field.choices.front() : field.choices.back(); };
    const double low = field.minimum > -1e6 ? field.minimum : -100, high = std::min(field.maximum, low + 1000);
    switch (field.type) {
    case FieldType::Boolean: return !field.fallback.get<bool>();
    case FieldType::Integer: return static_cast<std::int64_t>(std::min(low + 5 + number, high));
    case FieldType::Number: return low + (high - low) * (number + 1) / 100;
    case FieldType::Text: return "text " + std::to_string(number);
    case FieldType::TextList: return Json::array({"a", "b " + std::to_string(number)});
    case FieldType::IntegerList: return Json::array({number + 1, number + 2});
    case FieldType::NumberList: return Json::array({number + 0.5, number + 1.5});
    case FieldType::Choice: return lastChoice();
    case FieldType::ChoiceList: return Json::array({field.choices.back(), field.choices.front()});
    case FieldType::Object: return otherOf(field.sections.back());
    case FieldType::ObjectList: break;
    }
    return {};
}

Json otherOf(const Section &section)
{
    Json json = {{"kind", section.kind}};
    int number = 0;
    for (const Field &field : section.fields)
        json[field.key] = otherThanDefault(field, number++);
    return json;
}

struct Part
{
    std::vector<Section> sections;
    std::function<Json(const Json &)> writtenAgain;
};

template <typename Variant>
Part part()
{
    return {settings::OneOf<Variant>::sections(), [](const Json &json) {
                const KindSettings choice = KindSettings::of(settings::OneOf<Variant>::parsed(json));
                return choice.kind == json.at("kind").get<std::string>() ? choice.settings : Json();
            }};
}

const Part kParts[] = {part<settings::Dataset>(),  part<settings::Model>(),    part<settings::Loss>(),         part<settings::Optimizer>(),
                       part<settings::Schedule>(), part<settings::Clipping>(), part<settings::LensSettings>(), part<settings::Monitor>(),
                       part<settings::Recorder>(), part<settings::Reducer>(),  part<settings::Condition>(),    part<std::variant<settings::CustomLens>>()};

} // namespace

class SettingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKeyHasAMemberOfItsOwn_data()
    {
        QTest::addColumn<int>("part");
        QTest::addColumn<int>("section");
        for (int part = 0; part < static_cast<int>(std::size(kParts)); ++part)
            for (int section = 0; section < static_cast<int>(kParts[part].sections.size()); ++section)
                QTest::addRow("%d %s", part, kParts[part].sections[static_cast<std::size_t>(section)].kind.c_str()) << part << section;
    }

    void everyKeyHasAMemberOfItsOwn()
    {
        QFETCH(const int, part);
        QFETCH(const int, section);
        const Section &table = kParts[part].sections[static_cast<std::size_t>(section)];
        const Json other = otherOf(table), again = kParts[part].writtenAgain(other);
        QVERIFY2(again == other, (other.dump() + "\nbecame\n" + again.dump()).c_str());
        std::set<std::string> keys;
        for (const Field &field : table.fields)
            QVERIFY2(keys.insert(field.key).second && other.at(field.key) != field.fallback, field.key.c_str());
        const Json standard = kParts[part].writtenAgain({{"kind", table.kind}});
        for (const Field &field : table.fields) { // each field alone, so that no other can hide it
            Json expected = standard;
            expected[field.key] = other.at(field.key);
            const Json alone = kParts[part].writtenAgain({{"kind", table.kind}, {field.key, other.at(field.key)}});
            QVERIFY2(alone == expected, (field.key + ": " + alone.dump()).c_str());
        }
    }

    void whatIsLeftOutIsTheDefault()
    {
        const auto adam = settings::parsed<settings::AdamW>({{"kind", "adamw"}, {"beta1", 0.5}});
        QCOMPARE(adam.lr, 0.001);
        QCOMPARE(adam.beta1, 0.5);
        QCOMPARE(adam.weightDecay, 0.01);
        QCOMPARE(settings::OneOf<settings::Optimizer>::parsed({{"kind", "sgd"}}).index(), 0u);
        QVERIFY_EXCEPTION_THROWN(settings::OneOf<settings::Optimizer>::parsed({{"kind", "none such"}}), std::bad_variant_access);
    }

    void aKindIsTakenFromTheChoice()
    {
        const KindSettings choice{"norm", {{"limit", 3.5}}};
        QCOMPARE(std::get<settings::ClipNorm>(choice.as<settings::Clipping>()).limit, 3.5);
        QCOMPARE(choice.as<settings::ClipValue>().limit, 3.5);
    }

    void memoryBeyondAnyMachineStaysANumber()
    {
        settings::ForwardPre recorder;
        recorder.limitMb = 1e38;
        QVERIFY(recorder.limitBytes() > std::size_t(1) << 59);
        recorder.limitMb = 0.5;
        QCOMPARE(recorder.limitBytes(), std::size_t(1) << 19);
    }
};

LENSBOARD_TEST(SettingsTest)
#include "tst_settings.moc"
