// Every lens, monitor and recorder, their tags, quantities and lines have a German name.

#include "app/settings.h"
#include "app/translation.h"
#include "core/experiment/experiment_schema.h"
#include "core/lens/lens_factory.h"
#include "widgets/core_words.h"

#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard;
using experiment::Json;

namespace {

/// The same in both languages.
const QStringList kSame = {"RMS", "σ_min / σ_max", "EMA"};

} // namespace

class LensWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName("LensboardTest");
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_settings.path());
        app::Settings::setLanguage("de");
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

    void everyKindIsTranslated()
    {
        for (const auto *schemas : {&experiment::lensSchemas(), &experiment::monitorSchemas(), &experiment::recorderSchemas()})
            for (const experiment::Section &lens : *schemas)
                checkKinds(lens);
    }

private:
    void checkKinds(const experiment::Section &section)
    {
        const QString kind = QString::fromStdString(section.kind);
        QVERIFY2(widgets::lensText(kind) != kind || kSame.contains(kind), section.kind.c_str());
        for (const experiment::Field &field : section.fields)
            for (const experiment::Section &part : field.sections)
                checkKinds(part);
    }

    QTemporaryDir m_settings;
};

QTEST_GUILESS_MAIN(LensWordsTest)
#include "tst_lens_words.moc"
