#include "core/import/tables/json_scanner.h"
#include "core/record/text_number.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <nlohmann/json.hpp>

#include <limits>
#include <random>

using namespace lensboard;
using namespace lensboard::imports;

namespace {

/// Writes the parts of a document into a text.
class WrittenParts final : public JsonSink
{
public:
    std::string parts;

    void null() override { parts += "null "; }
    void boolean(bool value) override { parts += value ? "true " : "false "; }
    void integer(std::int64_t value) override { parts += std::to_string(value) + ' '; }
    void number(double value, std::string_view written) override { parts += record::numberText(value) + (written.empty() ? "? " : "f "); }
    void text(std::string_view text) override { parts += '"' + std::string(text) + "\" "; }
    void beginObject() override { parts += "{ "; }
    void key(std::string_view key) override { parts += std::string(key) + ": "; }
    void endObject() override { parts += "} "; }
    void beginArray() override { parts += "[ "; }
    void endArray() override { parts += "] "; }
};

/// The same by another reader.
class OtherParts final : public nlohmann::json_sax<nlohmann::json>
{
public:
    WrittenParts written;
    std::size_t fault = 0;

    bool null() override { return written.null(), true; }
    bool boolean(bool value) override { return written.boolean(value), true; }
    bool number_integer(number_integer_t value) override { return written.integer(value), true; }
    bool number_unsigned(number_unsigned_t value) override
    {
        value <= std::numeric_limits<std::int64_t>::max() ? written.integer(static_cast<std::int64_t>(value)) : written.number(static_cast<double>(value), "1");
        return true;
    }
    bool number_float(number_float_t value, const string_t &) override { return written.number(value, "1"), true; }
    bool binary(binary_t &) override { return false; }
    bool string(string_t &value) override { return written.text(value), true; }
    bool start_object(std::size_t) override { return written.beginObject(), true; }
    bool key(string_t &value) override { return written.key(value), true; }
    bool end_object() override { return written.endObject(), true; }
    bool start_array(std::size_t) override { return written.beginArray(), true; }
    bool end_array() override { return written.endArray(), true; }
    bool parse_error(std::size_t position, const std::string &, const nlohmann::json::exception &) override
    {
        fault = position;
        return false;
    }
};

std::string partsOf(std::string_view text)
{
    WrittenParts sink;
    const auto fault = scanJson(text, sink);
    return sink.parts + (fault ? "fault " + std::to_string(fault->position) : "");
}

std::string otherPartsOf(std::string_view text)
{
    OtherParts sink;
    nlohmann::json::sax_parse(text.begin(), text.end(), &sink);
    return sink.written.parts + (sink.fault > 0 ? "fault " + std::to_string(sink.fault) : "");
}

/// Returns a random value as JSON with blanks, escapes and numbers of all forms.
std::string madeValue(std::mt19937 &random, int depth)
{
    static const std::vector<std::string> kLeaves = {"0", "-0", "17", "-9223372036854775808", "18446744073709551615", "123456789012345678901", "0.1", "-2.5e-3",
                                                     "1E+5", "2.2250738585072014e-308", "1.7976931348623157e308", "null", "true", "false", "\"\"", "\"a b\"",
                                                     R"("\"\\\/\b\f\n\r\t")", R"("\u00e9\u20ac\ud83d\ude00")", "\"é€😀\""};
    if (depth == 0 || random() % 3 == 0)
        return kLeaves[random() % kLeaves.size()];
    const bool isObject = random() % 2 == 0;
    std::string text(1, isObject ? '{' : '[');
    for (std::size_t i = 0, count = random() % 4; i < count; ++i)
        text += (i > 0 ? " , " : "\n") + (isObject ? "\"k" + std::to_string(i) + "\":" : std::string()) + madeValue(random, depth - 1);
    return text + (isObject ? '}' : ']');
}

} // namespace

class JsonScannerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Documents, whole, cut and damaged, give the same parts and faults as another reader finds.
    void partsEqualThoseOfAnotherReader()
    {
        constexpr std::string_view kBytes = "{}[]:,\"\\0123456789.eE+-truefalsn u/\n\x01";
        std::mt19937 random(7);
        for (int i = 0; i < 20'000; ++i) {
            std::string text = madeValue(random, 4);
            if (i % 4 == 1)
                text.resize(random() % (text.size() + 1));
            for (int changes = i % 4 == 2 ? 1 : i % 4 == 3 ? 3 : 0; changes > 0; --changes)
                text[random() % text.size()] = kBytes[random() % kBytes.size()];
            if (partsOf(text).find("inf") != std::string::npos) // a changed exponent
                continue;
            const std::string expected = otherPartsOf(text);
            if (expected.find("fault") == std::string::npos || text.find_first_of("\xC3\xE2\xF0\xC2\x80") == std::string::npos) // faults within characters are placed at their first byte
                QVERIFY2(partsOf(text) == expected, (text + "\n" + partsOf(text) + "\n" + expected).c_str());
            else
                QVERIFY2(partsOf(text).find("fault") != std::string::npos, text.c_str());
        }
    }

    void aByteOrderMarkIsSkipped() { QCOMPARE(partsOf("\xEF\xBB\xBF[1]"), partsOf("[1]")); }

    void pythonsWordsAreNumbers()
    {
        QCOMPARE(partsOf("[NaN, Infinity, -Infinity, \"NaN\"]"), std::string("[ nanf inff -inff \"NaN\" ] "));
        QCOMPARE(partsOf("[Nan]"), std::string("[ fault 4"));
        QCOMPARE(partsOf("[-Inf"), std::string("[ fault 6"));
    }

    void numbersBeyondTheRangeAreRounded()
    {
        QCOMPARE(partsOf("[1e400, -1e400, 1e-400]"), std::string("[ inff -inff 0f ] "));
    }

    void invalidTextsAreFaults_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<std::size_t>("position");
        QTest::newRow("no character") << QByteArray("\"a\xFF\"") << std::size_t{3};
        QTest::newRow("a surrogate") << QByteArray("\"\xED\xA0\x80\"") << std::size_t{2};
        QTest::newRow("a cut character") << QByteArray("\"a\xE2\x82") << std::size_t{5};
        QTest::newRow("NUL") << QByteArray("\"a\0\"", 4) << std::size_t{3};
        QTest::newRow("NUL behind a value") << QByteArray("1\0", 2) << std::size_t{2};
        QTest::newRow("half a pair") << QByteArray(R"("\ud800x")") << std::size_t{8};
        QTest::newRow("a lonely second half") << QByteArray(R"("\udc00")") << std::size_t{7};
        QTest::newRow("nothing") << QByteArray() << std::size_t{1};
    }

    void invalidTextsAreFaults()
    {
        QFETCH(QByteArray, text);
        WrittenParts sink;
        const auto fault = scanJson({text.constData(), static_cast<std::size_t>(text.size())}, sink);
        QVERIFY(fault);
        QTEST(fault->position, "position");
    }

    void nestingTakesNoStack()
    {
        WrittenParts sink;
        QCOMPARE(scanJson(std::string(1'000'000, '['), sink)->position, std::size_t{1'000'001});
    }
};

LENSBOARD_TEST(JsonScannerTest)
#include "tst_json_scanner.moc"
