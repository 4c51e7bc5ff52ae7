#include "core/import/monitorch/pickle_reader.h"
#include "tests/support/pickle_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

std::string quoted(const Pickle &pickle, PickleIndex index, int depth);

template <typename Items>
std::string listed(const Pickle &pickle, const Items &items, int depth)
{
    std::string all;
    for (const PickleIndex item : items)
        all += (all.empty() ? "" : ", ") + quoted(pickle, item, depth + 1);
    return all;
}

/// Formats a value like Python's repr, down to a depth of 5.
std::string quoted(const Pickle &pickle, PickleIndex index, int depth = 0)
{
    if (depth > 5)
        return "...";
    if (pickle.get<std::monostate>(index))
        return "None";
    if (const auto *truth = pickle.get<bool>(index))
        return *truth ? "True" : "False";
    if (const auto *number = pickle.get<std::int64_t>(index))
        return std::to_string(*number);
    if (const auto *real = pickle.get<double>(index))
        return QByteArray::number(*real, 'g', 17).toStdString();
    if (const auto *text = pickle.get<std::string>(index))
        return '\'' + *text + '\'';
    if (const auto *tuple = pickle.get<PickleTuple>(index))
        return '(' + listed(pickle, tuple->items, depth) + ')';
    if (const auto *list = pickle.get<PickleList>(index))
        return '[' + listed(pickle, list->items, depth) + ']';
    if (const auto *dict = pickle.get<PickleDict>(index)) {
        std::string all;
        for (const auto &[key, value] : dict->items)
            all += (all.empty() ? "" : ", ") + quoted(pickle, key, depth + 1) + ": " + quoted(pickle, value, depth + 1);
        return '{' + all + '}';
    }
    if (const auto *object = pickle.get<PickleObject>(index))
        return "object(" + (object->argument ? quoted(pickle, *object->argument, depth + 1) : "") + ")"
             + (object->state ? quoted(pickle, *object->state, depth + 1) : "");
    return "global";
}

/// Returns the unpickled value, the error, or a note that data is missing.
std::string outcome(const std::string &bytes)
{
    PickleReader reader;
    try {
        reader.read(bytes);
    } catch (const PickleError &error) {
        return "byte " + std::to_string(error.offset()) + ' ' + error.what();
    }
    return reader.isComplete() ? quoted(reader.pickle(), reader.pickle().root) : "incomplete";
}

std::string repeated(const std::string &piece, std::size_t times)
{
    std::string all;
    for (std::size_t i = 0; i < times; ++i)
        all += piece;
    return all;
}

} // namespace

class PickleReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesOfAllKinds_data()
    {
        using namespace pickle;
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &value, const char *expected) {
            QTest::newRow(name) << QByteArray::fromStdString(value) << QString(expected);
        };
        row("constants", "(N\x88\x89t", "(None, True, False)");
        row("integers", "(K\xff" "M\xff\xff" + integer(-2) + "t", "(255, 65535, -2)");
        row("long integers", std::string("(\x8a\x00\x8a\x01\xff\x8a\x02\x00\x80\x8a\x08", 12) + std::string(7, '\0') + "\x80t",
            "(0, -1, -32768, -9223372036854775808)");
        row("integers of more than 64 bits", std::string("(\x8a\x09", 3) + std::string(8, '\0') + "\x01\x8a\x09" + std::string(8, '\0') + "\xfft",
            "(1.8446744073709552e+19, -1.8446744073709552e+19)");
        row("reals", "(" + real(0.1) + real(NAN) + real(-INFINITY) + "t", "(0.10000000000000001, nan, -inf)");
        row("texts", "(" + text("a") + "\x8c\x02\xcf\x83" + "\x8d" + littleEndian(1, 8) + "bt", "('a', 'σ', 'b')");
        row("containers", "(]K\x01" "a](K\x02K\x03" "e)}K\x04K\x05st", "([1], [2, 3], (), {4: 5})");
        row("small tuples", "(K\x01\x85K\x01K\x02\x86K\x01K\x02K\x03\x87t", "((1), (1, 2), (1, 2, 3))");
        row("memo", "(" + text("a") + "\x94h" + std::string(1, '\0') + "]q\x01h\x01K\x07r" + littleEndian(2, 4) + "j" + littleEndian(2, 4) + "t",
            "('a', 'a', [], [], 7, 7)");
        row("a value taken back", "K\x01K\x02" "0", "1");
        row("ordered dict", global("collections", "OrderedDict") + ")R(K\x01K\x02u", "{1: 2}");
        row("tag type", text(kVisualizer) + text("TagType") + "\x93K\x02\x85R", "object(2)");
        const std::string type = global(kVisualizer, "TagType");
        row("tag type by name", global("builtins", "getattr") + type + text("RELATIONS") + "\x86R", "object(2)");
        row("tag type by name, protocol 2", global("__builtin__", "getattr") + type + text("NUMERICAL") + "\x86R", "object(0)");
        row("tag attributes", global(kVisualizer, "TagAttributes") + ")\x81}b", "object(){}");
    }

    void valuesOfAllKinds()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(outcome(pickle::whole(value.toStdString()))), expected);
    }

    void aPickleEndsWhereItSays()
    {
        const std::string first = pickle::whole("K\x01");
        PickleReader reader;
        QCOMPARE(reader.read(first + pickle::whole("K\x02")), first.size());
        QVERIFY(reader.isComplete());
        QCOMPARE(reader.pickle().length, first.size());
    }

    void bytesMayComeOneByOne()
    {
        using namespace pickle;
        const std::string bytes = registration("Norm", 1, pairOf(integer(1), integer(-1))) ;
        PickleReader reader;
        std::string pending;
        std::size_t lookedAt = 0;
        for (const char byte : bytes) {
            QVERIFY(!reader.isComplete());
            pending += byte;
            lookedAt += pending.size();
            pending.erase(0, reader.read(pending));
        }
        QVERIFY(reader.isComplete());
        QCOMPARE(quoted(reader.pickle(), reader.pickle().root), outcome(bytes));
        QVERIFY2(lookedAt < 50 * bytes.size(), "opcodes that are done are not handed in again");
    }

    void whatIsNotPlainDataIsRefused_data()
    {
        using namespace pickle;
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const std::string &bytes, const char *expected) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << QString(expected);
        };
        const std::string echo = text("echo") + "\x85R";
        row("os.system", whole(global("os", "system") + echo), "byte 2 asks for os.system; a recording needs only");
        row("by stack", whole(text("posix") + text("system") + "\x93" + echo), "byte 23 asks for posix.system; a recording needs only");
        row("builtins", whole(global("builtins", "eval") + echo), "asks for builtins.eval; a recording needs only");
        const std::string getattr = global("builtins", "getattr"), type = global(kVisualizer, "TagType");
        row("getattr of a text", whole(getattr + text("os") + text("NUMERICAL") + "\x86R"), "asks for builtins.getattr of a value that is not a member of TagType; nothing was executed");
        row("getattr of another class", whole(getattr + global("collections", "OrderedDict") + text("NUMERICAL") + "\x86R"), "of a value that is not a member of TagType");
        row("getattr of TagAttributes", whole(getattr + global(kVisualizer, "TagAttributes") + text("NUMERICAL") + "\x86R"), "of a value that is not a member of TagType");
        row("getattr of a name that is no member", whole(getattr + type + text("__init__") + "\x86R"), "of a value that is not a member of TagType");
        row("getattr of a number", whole(getattr + type + "K\x01\x86R"), "of a value that is not a member of TagType");
        row("getattr of itself", whole(getattr + getattr + text("NUMERICAL") + "\x86R"), "of a value that is not a member of TagType");
        row("getattr of a member", whole(getattr + type + "K\x01\x85R" + text("NUMERICAL") + "\x86R"), "of a value that is not a member of TagType");
        row("getattr with a default", whole(getattr + type + text("NUMERICAL") + "N\x87R"), "of a value that is not a member of TagType");
        row("an object of getattr", whole(getattr + type + text("NUMERICAL") + "\x86\x81"), "of a value that is not a member of TagType");
        row("a state of getattr", whole(getattr + "}b"), "sets a state of a value that is not TagAttributes");
        row("a name that looks known", whole(global("collections", "OrderedDict.fromkeys")), "asks for collections.OrderedDict.fromkeys; a recording");
        row("an endless name", "\x80\x04" "c" + std::string(1000, 'a'), "longer than 200 bytes; nothing was executed");
        row("a name that is no text", whole("K\x01K\x02\x93"), "with a name that is not text; nothing was executed");
        row("calling text", whole(text("os.system") + echo), "makes an object of a value that is not a type");
        row("a dict from a call", whole(global("collections", "OrderedDict") + "K\x05\x85R"), "from 1 values");
        row("persistent id", whole("K\x01Q"), "byte 4 holds opcode 0x51, unexpected in plain data");
        row("extension registry", whole("\x82\x01"), "opcode 0x82");
        row("instance by class", whole("(ios\nsystem\n"), "opcode 0x69");
        row("object by class", whole("(" + global("os", "system") + "o"), "asks for os.system");
        row("no pickle", "PK\x03\x04", "byte 0 found byte 0x50 where a pickle begins with 0x80");
        row("another protocol", "\x80\x09N.", "protocol 9");
        row("huge text", "\x80\x04\x8d" + littleEndian(~std::uint64_t{0}, 8), "is longer than 67108864 bytes");
        row("large text", "\x80\x04X" + littleEndian(0xFFFFFFFF, 4), "is longer than 67108864 bytes");
        row("huge frame", "\x80\x04\x95" + littleEndian(~std::uint64_t{0} - 10, 8) + "N.", "begins a frame of 18446744073709551605 bytes");
        row("empty frame", "\x80\x04\x95" + littleEndian(0, 8) + "N.", "begins a frame of 0 bytes");
        row("long frame", "\x80\x04\x95" + littleEndian(3, 8) + "N.", "byte 12 ends before the frame that ends at byte 14");
        row("short frame", "\x80\x04\x95" + littleEndian(3, 8) + text("abc") + ".", "byte 11 goes beyond the frame that ends at byte 14");
        row("frame in a frame", "\x80\x04\x95" + littleEndian(11, 8) + "\x95" + littleEndian(1, 8) + "N.", "a frame within a frame");
        row("empty stack", whole("0"), "takes a value where there is none");
        row("below the mark", whole("K\x01(0"), "takes a value where there is none");
        row("no mark", whole("K\x01t"), "a mark that was not set");
        row("nothing at the end", whole(""), "ends with 0 values");
        row("open mark", whole("K\x01("), "ends with 1 values");
        row("odd items", whole("}(K\x01u"), "sets a key without a value");
        row("items of a number", whole("K\x01(K\x01K\x02u"), "sets items of a value that is not a dict");
        row("list of a tuple", whole(")K\x01" "a"), "appends of a value that is not a list");
        row("memo ahead", whole("K\x01q\x01"), "remembers value 1 when only 0 are known");
        row("memo unknown", whole("h\x03"), "recalls value 3 when only 0 are known");
        row("state of a dict", whole("}}b"), "sets a state of a value that is not TagAttributes");
        row("deep marks", whole(std::string(200, '(')), "nested more than 100 deep");
    }

    void whatIsNotPlainDataIsRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const QString found = QString::fromStdString(outcome(bytes.toStdString()));
        QVERIFY2(found.contains(expected), qPrintable(found));
    }

    void sharedAndEndlessValuesCostTheirBytesOnly()
    {
        // Tuples of two, each containing the previous one twice: 2^60 values when expanded.
        std::string doubled = ")\x94";
        for (char i = 0; i < 60; ++i)
            doubled += std::string("0h") + i + "h" + i + "\x86\x94";
        QVERIFY(outcome(pickle::whole(doubled)).starts_with("((((((..., ...), (..., ...)), "));
        PickleReader reader;
        reader.read(pickle::whole("]\x94(h" + std::string(1, '\0') + "e"));
        QVERIFY(reader.isComplete()); // a list that contains itself
        QCOMPARE(quoted(reader.pickle(), reader.pickle().root), std::string("[[[[[[...]]]]]]"));
        QCOMPARE(reader.pickle().nodes.size(), std::size_t{1});
        QVERIFY(outcome(pickle::whole("}\x94K\x01h" + std::string(1, '\0') + "s")).starts_with("{1: {1: "));
    }

    void memoryIsBounded()
    {
        QVERIFY(outcome("\x80\x04(" + std::string(PickleReader::kMaxNodes + 1, '}')).ends_with("holds more than 1000000 values"));
        QVERIFY(outcome("\x80\x04]\x94" + repeated("h" + std::string(1, '\0'), PickleReader::kMaxNodes)).ends_with("stacks more than 1000000 values"));
        QVERIFY(outcome("\x80\x04]" + std::string(PickleReader::kMaxNodes + 1, '\x94')).ends_with("remembers more than 1000000 values"));
        PickleReader reader;
        reader.read("\x80\x04");
        const std::string idle = repeated("N0", 100'000);
        QVERIFY_EXCEPTION_THROWN(for (int i = 0; i < 400; ++i) reader.read(idle), PickleError);
    }

    void deepValuesAreReadAndFreed()
    {
        const std::size_t depth = 900'000;
        QVERIFY(outcome(pickle::whole(")" + std::string(depth, '\x85'))).starts_with("(((((("));
    }
};

LENSBOARD_TEST(PickleReaderTest)
#include "tst_pickle_reader.moc"
