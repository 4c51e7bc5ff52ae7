// Messages of core in a German window: each message pattern, with any arguments, from any source.

#include "app/settings.h"
#include "app/translation.h"
#include "core/record/error.h"
#include "core/record/message_json.h"
#include "core/stats/aggregate.h"
#include "core/visualizer/visualizer.h"
#include "tests/support/empty_home.h"
#include "tests/support/translation_file.h"
#include "widgets/core_words.h"

#include <QLocale>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <cerrno>

using namespace lensboard;
using record::message;
using widgets::coreText;
using widgets::messageText;
using widgets::termText;

namespace {

const QRegularExpression kPlace("%[1-9n]");

QStringList patternsOf(const QString &context, QMap<QString, QString> *german = nullptr)
{
    QStringList patterns;
    for (const test::Message &each : test::messages(LENSBOARD_SOURCE_DIR "/resources/translations/lensboard_de.ts"))
        if (each.context == context) {
            patterns << each.source;
            if (german)
                (*german)[each.source] = each.translations.front();
        }
    return patterns;
}

QString filledIn(QString pattern, const QStringList &arguments)
{
    for (qsizetype at = 0; (at = pattern.indexOf(kPlace, at)) >= 0;) {
        const QString argument = pattern[at + 1] == 'n' ? QString("17") : arguments[(pattern[at + 1].digitValue() - 1) % arguments.size()];
        pattern.replace(at, 2, argument);
        at += argument.size();
    }
    return pattern;
}

} // namespace

class CoreWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        app::Settings::language.set("de");
        app::installTranslations();
    }

    void noTwoPatternsLookAlike_data()
    {
        QTest::addColumn<QString>("context");
        QTest::newRow("messages") << "CoreMessage";
        QTest::newRow("terms") << "CoreTerm";
    }

    void noTwoPatternsLookAlike()
    {
        QFETCH(const QString, context);
        const QStringList patterns = patternsOf(context);
        QVERIFY(patterns.size() > 30);
        QMap<QString, QString> byFixedParts;
        for (const QString &pattern : patterns) {
            const QString fixed = QString(pattern).replace(kPlace, QString(QChar(0)));
            QVERIFY2(fixed.count(QChar(0)) < fixed.size(), qPrintable(pattern + ": has nothing to be told by"));
            QVERIFY2(!fixed.contains(QString(2, QChar(0))), qPrintable(pattern + ": two places stand side by side"));
            QVERIFY2(!byFixedParts.contains(fixed), qPrintable(pattern + " and " + byFixedParts.value(fixed)));
            byFixedParts[fixed] = pattern;
        }
    }

    void everyMessageIsFoundAgain_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("plain") << QStringList{"alpha", "7", "x.y", "4", "5"};
        QTest::newRow("paths") << QStringList{"/tmp/a: b/50 %1 (c).csv", "3.25e-07", "/home/ü/%2", "\"q\"", "-1"};
        QTest::newRow("punctuation") << QStringList{"a,b", "c; d", "e (f)", "g: h", "\"i\""};
        QTest::newRow("empty") << QStringList{""};
    }

    /// An argument may look like another text, or make another pattern match as well. The shown text must then be German, but need not be the
    /// expected one.
    void everyMessageIsFoundAgain()
    {
        QFETCH(const QStringList, arguments);
        for (const char *context : {"CoreMessage", "CoreTerm"}) {
            QMap<QString, QString> german;
            for (const QString &pattern : patternsOf(context, &german)) {
                const QString text = filledIn(pattern, arguments), wanted = filledIn(german[pattern], arguments);
                const QString shown = context == QString("CoreTerm") ? termText(text) : coreText(text.toStdString());
                QVERIFY2(shown == wanted, qPrintable(text + "\n   shown:  " + shown + "\n   wanted: " + wanted));
            }
        }
    }

    void everyStructureIsTranslated_data()
    {
        everyMessageIsFoundAgain_data();
        QTest::newRow("words of other patterns") << QStringList{"outputs", "no such file", "1 problem", "a.csv: is empty", "line 3"};
    }

    /// Arguments without structure stay as they are.
    void everyStructureIsTranslated()
    {
        QFETCH(const QStringList, arguments);
        QMap<QString, QString> german;
        for (const QString &pattern : patternsOf("CoreMessage", &german)) {
            record::Message::Parts parts{pattern.toStdString(), {}, 17};
            for (qsizetype i = 0; i < 9; ++i)
                parts.arguments.emplace_back(arguments[i % arguments.size()].toStdString());
            QCOMPARE(messageText(record::Message(parts)), filledIn(german[pattern], arguments));
        }
    }

    void namesThatAreWordsOfPatternsStay()
    {
        const record::Message text = message("%1 of %2 had grown to %3, %4 was usual", message("outputs"), "outputs", "1e+10", "1");
        QCOMPARE(messageText(text), QString("Anstieg: Ausgaben von outputs bis 1e+10, üblich war 1"));
        QVERIFY(coreText(text) != messageText(text)); // the text alone cannot tell the layer "outputs" from the word
    }

    void structuresOfFilesAreTranslated()
    {
        const record::Message text = message("%1: step %2: %3", "a.csv", 2096, "x");
        const record::Message known = message("Goes on from epoch %1, step %2.", 3, 2096), error = message("%1: %2", "a.csv", known);
        const record::Message read = record::messageFrom(error, record::structureJson(error));
        QCOMPARE(messageText(read), "a.csv: " + coreText(known));
        QVERIFY(messageText(read).contains("2.096"));
        QCOMPARE(messageText(text), QString("a.csv: step 2096: x")); // the pattern of another version
        QCOMPARE(messageText(record::Error(error)), messageText(error));
        QCOMPARE(messageText(std::runtime_error("EPERM: cosmic rays")), QString("EPERM: cosmic rays"));
    }

    void wordsOfTheSchemaAndTheSystem()
    {
        QCOMPARE(messageText(message("%1 stops the training: %2", record::schemaWord("DeadUnits"), "0.9")), QString("Tote Einheiten beendet das Training: 0.9"));
        QCOMPARE(messageText(message("%1: cannot be written: %2", "/x", record::systemError(ENOSPC))),
                 QString("/x: lässt sich nicht schreiben: Kein Platz auf dem Datenträger"));
        QCOMPARE(messageText("a: " + message("no such file") + "; b"), "a: " + messageText(message("no such file")) + "; b");
    }

    void textsWithinTexts_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("german");
        const auto row = [](const char *name, const std::string &text, const char *german) {
            QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(german);
        };
        row("an error of a file", message("%1: %2", "/tmp/a: b.csv", message("is empty, expected a table as CSV")),
            "/tmp/a: b.csv: ist leer, erwartet: eine CSV-Tabelle");
        row("a line of it", message("%1: line %2: %3", "a.csv", 3, message("%1 cells, expected %2 as in the first row", 4, 5)),
            "a.csv: Zeile 3: 4 Zellen, erwartet: 5 wie in der ersten Zeile");
        row("the help of a key", message("%1: %2", "dataset.path", message("must be given: %1", "the table, relative to the experiment's folder")),
            "dataset.path: muss angegeben sein: die Tabelle, relativ zum Ordner des Experiments");
        row("what the system says", message("%1: cannot be written: %2", "/x/y", "No space left on device"),
            "/x/y: lässt sich nicht schreiben: Kein Platz auf dem Datenträger");
        row("a lens", message("%1 finds no layer to watch in this model; see its settings, and inspector.depth.", "OutputNorm"),
            "Ausgabenorm findet in diesem Modell keine Schicht zum Beobachten; siehe die Einstellungen und inspector.depth.");
        row("a rule", message("%1 stops the training: %2", "DeadUnits", "0.9"), "Tote Einheiten beendet das Training: 0.9");
        row("of nobody", "EPERM: cosmic rays", "EPERM: cosmic rays");
        row("a layer that is called like a word", message("layer \"%1\" has no parameter \"%2\"", "value", "mean"),
            "Schicht \"value\" hat keinen Parameter \"mean\"");
    }

    void textsWithinTexts()
    {
        QFETCH(const QString, text);
        QTEST(coreText(text.toStdString()), "german");
    }

    void everyLineHasAName()
    {
        QStringList labels = {visualizer::kNonFiniteLabel};
        for (const auto method : {stats::PointMethod::Mean, stats::PointMethod::Median, stats::PointMethod::Min, stats::PointMethod::Max,
                                  stats::PointMethod::Std})
            labels << toText(method);
        for (const QString &label : labels) {
            QVERIFY2(termText(label) != label || label == "median", qPrintable(label));
            QVERIFY2(termText("train_loss " + label).startsWith("Verlust (Training), "), qPrintable(termText("train_loss " + label)));
        }
        QCOMPARE(termText(QString("val_accuracy -σ")), QString("Genauigkeit (Validierung) -σ"));
        QCOMPARE(termText(QString("my_metric mean")), QString("my_metric, Mittel"));
    }

    void whatOthersCallTheirTagsStays()
    {
        QCOMPARE(widgets::tagText({"Loss", "LossMetrics"}), QString("Verlust"));
        QCOMPARE(widgets::tagText({"Loss", "CSV"}), QString("Loss"));
        QCOMPARE(widgets::tagText({"Weight Gradient Norm", "ParameterGradientGeometry"}), QString("Gewicht: Gradientennorm"));
    }

private:
    const test::EmptyHome m_home;
};

QTEST_GUILESS_MAIN(CoreWordsTest)
#include "tst_core_words.moc"
