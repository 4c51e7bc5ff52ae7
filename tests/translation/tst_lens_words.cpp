// Every key and kind of an experiment, and the tags, quantities and lines of lenses have a German name.

#include "app/settings.h"
#include "app/translation.h"
#include "core/experiment/experiment_schema.h"
#include "core/lens/lens_factory.h"
#include "tests/support/empty_home.h"
#include "widgets/core_words.h"
#include "widgets/key_names.h"

#include <QTest>

using namespace lensboard;
using experiment::Json;

namespace {

/// Names that are equal in both languages.
const QStringList kSame = {"°C", "W", "GB", "MB/s", "RMS", "σ_min / σ_max", "‖Δθ‖ / ‖θ‖", "g² / v", "EMA"};

} // namespace

class LensWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        app::Settings::language.set("de");
        app::installTranslations();
    }

    void everyTagAndQuantityIsTranslated_data()
    {
        QTest::addColumn<QByteArray>("lens");
        for (const experiment::Section &lens : experiment::lensSchemas()) {
            Json json = {{"kind", lens.kind}};
            QTest::addRow("%s", lens.kind.c_str()) << QByteArray::fromStdString(json.dump());
            for (const experiment::Field &field : lens.fields) {
                if (field.type == experiment::FieldType::Boolean && field.key != "parity" && field.key != "activation" && field.key != "death")
                    json[field.key] = !field.fallback.get<bool>();
                if (field.key == "comparison_aggregation")
                    json[field.key] = "max";
            }
            if (json.contains("inplace"))
                json["inplace"] = true;
            if (json.contains("comparison_plot"))
                json["comparison_plot"] = true;
            QTest::addRow("%s, otherwise", lens.kind.c_str()) << QByteArray::fromStdString(json.dump());
        }
    }

    void everyTagAndQuantityIsTranslated()
    {
        QFETCH(const QByteArray, lens);
        const auto made = lens::makeLens(experiment::lensChoice(Json::parse(lens.toStdString())));
        QVERIFY(!made->tags().empty());
        for (const record::TagSpec &tag : made->tags()) {
            QVERIFY2(widgets::tagText(tag) != QString::fromStdString(tag.name), tag.name.c_str());
            const QString quantity = QString::fromStdString(tag.quantity);
            QVERIFY2(widgets::termText(quantity) != quantity || kSame.contains(quantity), tag.quantity.c_str());
        }
    }

    void everyKeyAndKindIsTranslated()
    {
        checkNames(experiment::experimentSchema());
        QCOMPARE(widgets::keyName("log_scale"), "Logarithmische Skala");
        QCOMPARE(widgets::kindName("OutputNorm"), "Ausgabenorm");
        QCOMPARE(widgets::lensText(QString("OutputNorm")), "Ausgabenorm");
    }

private:
    static bool isTranslated(const char *context, const std::string &name)
    {
        const QString source = QString::fromStdString(name);
        return QCoreApplication::translate(context, name.c_str()) != source || kSame.contains(source);
    }

    void checkNames(const experiment::Section &section)
    {
        QVERIFY2(section.kind.empty() || isTranslated("SchemaKind", section.kind), section.kind.c_str());
        for (const experiment::Field &field : section.fields) {
            QVERIFY2(isTranslated("SchemaKey", field.key), field.key.c_str());
            for (const experiment::Section &part : field.sections)
                checkNames(part);
        }
    }

    const test::EmptyHome m_home;
};

QTEST_GUILESS_MAIN(LensWordsTest)
#include "tst_lens_words.moc"
