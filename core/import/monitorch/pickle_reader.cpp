#include "core/import/monitorch/pickle_reader.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lensboard::imports {

namespace {

/// Opcodes with their names in Python's pickletools.
enum Opcode : unsigned char {
    kMark = '(', kStop = '.', kPop = '0', kNone = 'N', kBinInt = 'J', kBinInt1 = 'K', kBinInt2 = 'M', kBinFloat = 'G',
    kBinUnicode = 'X', kGlobal = 'c', kReduce = 'R', kBuild = 'b', kEmptyDict = '}', kEmptyList = ']', kEmptyTuple = ')',
    kAppend = 'a', kAppends = 'e', kSetItem = 's', kSetItems = 'u', kTuple = 't', kBinGet = 'h', kLongBinGet = 'j',
    kBinPut = 'q', kLongBinPut = 'r', kProto = 0x80, kNewObj = 0x81, kTuple1 = 0x85, kTuple2 = 0x86, kTuple3 = 0x87,
    kShortBinBytes = 'C', kBinBytes = 'B', kNewTrue = 0x88, kNewFalse = 0x89, kLong1 = 0x8A, kShortBinUnicode = 0x8C, kBinUnicode8 = 0x8D, kStackGlobal = 0x93,
    kMemoize = 0x94, kFrame = 0x95
};

constexpr std::array<std::string_view, 3> kTagTypes = {"NUMERICAL", "PROBABILITY", "RELATIONS"}; ///< monitorch's tag types, indexed by number
constexpr std::size_t kMaxGlobalName = 200;
constexpr std::size_t kMaxDepth = 100; ///< maximum nesting of marks; recordings use 5

std::uint64_t littleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    return value;
}

double bigEndianDouble(std::string_view bytes)
{
    std::uint64_t bits = 0;
    for (const char byte : bytes)
        bits = bits << 8 | static_cast<unsigned char>(byte);
    return std::bit_cast<double>(bits);
}

/// Decodes a two's complement integer of any length. Values beyond 64 bits become a double.
PickleNode longNumber(std::string_view bytes)
{
    const bool negative = !bytes.empty() && static_cast<signed char>(bytes.back()) < 0;
    if (bytes.size() <= 8) {
        std::uint64_t value = littleEndian(bytes);
        if (negative && bytes.size() < 8)
            value |= ~std::uint64_t{0} << (8 * bytes.size());
        return static_cast<std::int64_t>(value);
    }
    double value = 0;
    for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte)
        value = value * 256 + static_cast<unsigned char>(*byte);
    return negative ? value - std::ldexp(1.0, static_cast<int>(8 * bytes.size())) : value;
}

/// Returns the bytes that Python 2's protocol writes as text of their characters; nullopt for other characters.
std::optional<PickleNode> latin1Bytes(std::string_view text)
{
    std::string bytes;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        if (first < 0x80) {
            bytes += text[i];
        } else if ((first & 0xFC) == 0xC0 && i + 1 < text.size()) {
            bytes += static_cast<char>((first & 3) << 6 | (static_cast<unsigned char>(text[++i]) & 0x3F));
        } else {
            return std::nullopt;
        }
    }
    return PickleNode(std::move(bytes));
}

double halfNumber(std::uint64_t bits)
{
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double fraction = static_cast<double>(bits & 1023) / 1024;
    const double size = exponent == 31 ? (fraction == 0 ? INFINITY : NAN) : std::ldexp(exponent == 0 ? fraction : 1 + fraction, std::max(exponent, 1) - 15);
    return bits >> 15 ? -size : size;
}

/// Returns a number of NumPy with a type like "f4", "i8" and "b1"; nullopt for other types.
std::optional<PickleNode> numpyNumber(const Pickle &pickle, const PickleObject &dtype, std::string bytes)
{
    const auto *code = pickle.get<std::string>(*dtype.argument);
    const auto *state = dtype.state ? pickle.get<PickleTuple>(*dtype.state) : nullptr;
    const auto *order = state && state->items.size() > 1 ? pickle.get<std::string>(state->items[1]) : nullptr;
    if (!code || code->size() != 2 || bytes.size() != static_cast<std::size_t>((*code)[1] - '0') || bytes.size() > 8)
        return std::nullopt;
    if (order && *order == ">")
        std::ranges::reverse(bytes);
    const std::uint64_t bits = littleEndian(bytes);
    switch ((*code)[0]) {
    case 'f':
        return bytes.size() == 8 ? std::optional<PickleNode>(std::bit_cast<double>(bits))
            : bytes.size() == 4  ? std::optional<PickleNode>(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))))
            : bytes.size() == 2  ? std::optional<PickleNode>(halfNumber(bits))
                                 : std::nullopt;
    case 'i': return longNumber(bytes);
    case 'u': return longNumber(bytes + '\0');
    case 'b': return PickleNode(bits != 0);
    default: return std::nullopt;
    }
}

std::string hex(unsigned char byte)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    return {'0', 'x', kDigits[byte >> 4], kDigits[byte & 15]};
}

} // namespace

std::size_t PickleReader::read(std::string_view bytes)
{
    std::size_t used = 0;
    while (!m_complete) {
        const std::size_t length = readOpcode(bytes.substr(used));
        if (length == 0)
            break;
        used += length;
        m_pickle.length += length;
    }
    return used;
}

std::size_t PickleReader::readOpcode(std::string_view bytes)
{
    if (bytes.empty())
        return 0;
    const char opcode = bytes.front();
    if (position() == 0 && static_cast<unsigned char>(opcode) != kProto)
        fail(record::message("found byte %1 where a pickle begins with 0x80", hex(static_cast<unsigned char>(opcode))));
    std::size_t prefix = 0;
    const auto argument = argumentLength(opcode, bytes.substr(1), prefix);
    if (!argument)
        return 0;
    if (*argument >= kMaxBytes - position())
        fail(record::message("is longer than %1 bytes, the limit for records", kMaxBytes));
    const std::size_t length = 1 + prefix + *argument;
    leaveFrame(length);
    if (bytes.size() < length)
        return 0;
    apply(opcode, bytes.substr(1 + prefix, *argument));
    if (m_frameEnd == position() + length)
        m_frameEnd = 0;
    return length;
}

/// Returns the argument's length without the \p prefix that encodes this length; nullopt if \p rest is incomplete.
std::optional<std::size_t> PickleReader::argumentLength(char opcode, std::string_view rest, std::size_t &prefix) const
{
    switch (static_cast<unsigned char>(opcode)) {
    case kProto: case kBinInt1: case kBinGet: case kBinPut: return 1;
    case kBinInt2: return 2;
    case kBinInt: case kLongBinGet: case kLongBinPut: return 4;
    case kBinFloat: case kFrame: return 8;
    case kLong1: case kShortBinUnicode: case kShortBinBytes: prefix = 1; break;
    case kBinUnicode: case kBinBytes: prefix = 4; break;
    case kBinUnicode8: prefix = 8; break;
    case kGlobal: {
        const std::string_view lines = rest.substr(0, 2 * kMaxGlobalName);
        const std::size_t first = lines.find('\n');
        const std::size_t second = first == lines.npos ? lines.npos : lines.find('\n', first + 1);
        if (second == lines.npos && lines.size() == 2 * kMaxGlobalName)
            fail(record::message("asks for a global with a name longer than %1 bytes; nothing was executed", kMaxGlobalName));
        return second == lines.npos ? std::nullopt : std::optional(second + 1);
    }
    default: return 0;
    }
    if (rest.size() < prefix)
        return std::nullopt;
    return littleEndian(rest.substr(0, prefix));
}

void PickleReader::apply(char opcode, std::string_view argument)
{
    if (applyScalar(opcode, argument) || applyMemo(opcode, argument) || applyContainer(opcode)
        || applyObject(opcode, argument))
        return;
    switch (static_cast<unsigned char>(opcode)) {
    case kProto:
        if (const auto version = littleEndian(argument); version < 2 || version > 5)
            fail(record::message("is a pickle of protocol %1; 2 to 5 are read", version));
        break;
    case kFrame: beginFrame(argument); break;
    case kStop: stop(); break;
    default:
        fail(record::message("holds opcode %1, unexpected in plain data", hex(static_cast<unsigned char>(opcode))));
    }
}

bool PickleReader::applyScalar(char opcode, std::string_view argument)
{
    switch (static_cast<unsigned char>(opcode)) {
    case kNone: push(std::monostate()); return true;
    case kNewTrue: push(true); return true;
    case kNewFalse: push(false); return true;
    case kBinInt: push(std::int64_t{static_cast<std::int32_t>(littleEndian(argument))}); return true;
    case kBinInt1: case kBinInt2: push(static_cast<std::int64_t>(littleEndian(argument))); return true;
    case kLong1: push(longNumber(argument)); return true;
    case kBinFloat: push(bigEndianDouble(argument)); return true;
    case kShortBinUnicode: case kBinUnicode: case kBinUnicode8: case kShortBinBytes: case kBinBytes: push(std::string(argument)); return true;
    default: return false;
    }
}

bool PickleReader::applyMemo(char opcode, std::string_view argument)
{
    switch (static_cast<unsigned char>(opcode)) {
    case kMemoize: remember(m_memo.size()); return true;
    case kBinPut: case kLongBinPut: remember(littleEndian(argument)); return true;
    case kBinGet: case kLongBinGet: recall(littleEndian(argument)); return true;
    default: return false;
    }
}

bool PickleReader::applyContainer(char opcode)
{
    switch (static_cast<unsigned char>(opcode)) {
    case kMark: mark(); return true;
    case kPop: pop(); return true;
    case kEmptyDict: push(PickleDict()); return true;
    case kEmptyList: push(PickleList()); return true;
    case kEmptyTuple: push(PickleTuple()); return true;
    case kTuple: push(PickleTuple{popToMark()}); return true;
    case kTuple1: pushTuple(1); return true;
    case kTuple2: pushTuple(2); return true;
    case kTuple3: pushTuple(3); return true;
    case kSetItems: setItems(popToMark()); return true;
    case kAppends: append(popToMark()); return true;
    case kAppend: append({pop()}); return true;
    case kSetItem: {
        const PickleIndex value = pop();
        setItems({pop(), value});
        return true;
    }
    default: return false;
    }
}

bool PickleReader::applyObject(char opcode, std::string_view argument)
{
    switch (static_cast<unsigned char>(opcode)) {
    case kGlobal: {
        const std::size_t line = argument.find('\n');
        pushGlobal(argument.substr(0, line), argument.substr(line + 1, argument.size() - line - 2));
        return true;
    }
    case kStackGlobal: {
        const PickleIndex name = pop();
        const PickleIndex module = pop();
        const auto *nameText = m_pickle.get<std::string>(name);
        const auto *moduleText = m_pickle.get<std::string>(module);
        if (!nameText || !moduleText)
            fail(record::message("asks for a global with a name that is not text; nothing was executed"));
        pushGlobal(std::string(*moduleText), std::string(*nameText));
        return true;
    }
    case kNewObj: pushInstance(true); return true;
    case kReduce: pushInstance(false); return true;
    case kBuild: build(); return true;
    default: return false;
    }
}

void PickleReader::beginFrame(std::string_view argument)
{
    const std::uint64_t size = littleEndian(argument);
    if (m_frameEnd)
        fail(record::message("begins a frame within a frame"));
    if (size == 0 || size > kMaxBytes)
        fail(record::message("begins a frame of %1 bytes; expected 1 to %2", size, kMaxBytes));
    m_frameEnd = position() + 9 + size;
}

void PickleReader::leaveFrame(std::size_t opcodeLength) const
{
    if (m_frameEnd && position() + opcodeLength > m_frameEnd)
        fail(record::message("goes beyond the frame that ends at byte %1 of the record", m_frameEnd));
}

void PickleReader::stop()
{
    if (m_stack.size() != 1 || !m_marks.empty())
        fail(record::message("ends with %1 values, expected one", m_stack.size()));
    if (m_frameEnd && m_frameEnd != position() + 1)
        fail(record::message("ends before the frame that ends at byte %1 of the record", m_frameEnd));
    m_pickle.root = m_stack.back();
    m_complete = true;
}

void PickleReader::push(PickleNode node)
{
    if (m_pickle.nodes.size() == kMaxNodes)
        fail(record::message("holds more than %1 values", kMaxNodes));
    m_pickle.nodes.push_back(std::move(node));
    m_stack.push_back(static_cast<PickleIndex>(m_pickle.nodes.size() - 1));
}

PickleIndex PickleReader::pop()
{
    const PickleIndex index = top();
    m_stack.pop_back();
    return index;
}

PickleIndex PickleReader::top() const
{
    if (m_stack.size() == (m_marks.empty() ? 0 : m_marks.back()))
        fail(record::message("takes a value where there is none"));
    return m_stack.back();
}

void PickleReader::mark()
{
    if (m_marks.size() == kMaxDepth)
        fail(record::message("is nested more than %1 deep", kMaxDepth));
    m_marks.push_back(m_stack.size());
}

std::vector<PickleIndex> PickleReader::popToMark()
{
    if (m_marks.empty())
        fail(record::message("takes values from a mark that was not set"));
    const auto first = m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back());
    std::vector<PickleIndex> items(first, m_stack.end());
    m_stack.erase(first, m_stack.end());
    m_marks.pop_back();
    return items;
}

void PickleReader::remember(std::size_t slot)
{
    if (slot > m_memo.size())
        fail(record::message("remembers value %1 when only %2 are known", slot, m_memo.size()));
    if (slot == kMaxNodes)
        fail(record::message("remembers more than %1 values", kMaxNodes));
    if (slot == m_memo.size())
        m_memo.push_back(top());
    else
        m_memo[slot] = top();
}

void PickleReader::recall(std::size_t slot)
{
    if (slot >= m_memo.size())
        fail(record::message("recalls value %1 when only %2 are known", slot, m_memo.size()));
    if (m_stack.size() == kMaxNodes)
        fail(record::message("stacks more than %1 values", kMaxNodes));
    m_stack.push_back(m_memo[slot]);
}

void PickleReader::pushTuple(std::size_t count)
{
    std::vector<PickleIndex> items(count);
    for (auto item = items.rbegin(); item != items.rend(); ++item)
        *item = pop();
    push(PickleTuple{std::move(items)});
}

void PickleReader::setItems(const std::vector<PickleIndex> &items)
{
    if (items.size() % 2)
        fail(record::message("sets a key without a value"));
    auto &dict = expectTop<PickleDict>(record::messagePattern("sets items"), record::messagePattern("a dict"));
    for (std::size_t i = 0; i < items.size(); i += 2)
        dict.items.emplace_back(items[i], items[i + 1]);
}

void PickleReader::append(const std::vector<PickleIndex> &items)
{
    auto &list = expectTop<PickleList>(record::messagePattern("appends"), record::messagePattern("a list"));
    list.items.insert(list.items.end(), items.begin(), items.end());
}

void PickleReader::pushGlobal(std::string_view module, std::string_view name)
{
    static constexpr std::string_view kVisualizer = "monitorch.visualizer.AbstractVisualizer";
    if (module == "collections" && name == "OrderedDict")
        push(PickleGlobal::OrderedDict);
    else if (module == kVisualizer && name == "TagAttributes")
        push(PickleGlobal::TagAttributes);
    else if (module == kVisualizer && name == "TagType")
        push(PickleGlobal::TagType);
    else if ((module == "builtins" || module == "__builtin__") && name == "getattr")
        push(PickleGlobal::Getattr);
    else if ((module == "numpy.core.multiarray" || module == "numpy._core.multiarray") && name == "scalar")
        push(PickleGlobal::NumpyScalar);
    else if (module == "numpy" && name == "dtype")
        push(PickleGlobal::NumpyDtype);
    else if (module == "_codecs" && name == "encode")
        push(PickleGlobal::Encode);
    else
        fail(record::message("asks for %1; a recording needs only collections.OrderedDict and monitorch's TagAttributes and "
                             "TagType; nothing was executed",
                             bytes::clipped(std::string(module.substr(0, kMaxGlobalName)) + '.' + std::string(name.substr(0, kMaxGlobalName)), kMaxGlobalName)));
}

/// Pushes a description of cls.__new__(cls, *arguments) if \p constructed, otherwise of cls(*arguments).
void PickleReader::pushInstance(bool constructed)
{
    const PickleIndex argumentIndex = pop();
    const auto *arguments = m_pickle.get<PickleTuple>(argumentIndex);
    const auto *type = m_pickle.get<PickleGlobal>(pop());
    if (!type || !arguments)
        fail(record::message("makes an object of a value that is not a type; nothing was executed"));
    const std::size_t count = arguments->items.size();
    if (*type == PickleGlobal::Getattr)
        pushMember(constructed ? std::vector<PickleIndex>() : arguments->items);
    else if (*type == PickleGlobal::OrderedDict && count == 0)
        push(PickleDict());
    else if (*type == PickleGlobal::TagAttributes && count == 0 && constructed)
        push(PickleObject{*type});
    else if (*type == PickleGlobal::TagType && count == 1)
        push(PickleObject{*type, arguments->items.front()});
    else if (!constructed && pushNumpy(*type, std::vector(arguments->items)))
        return;
    else
        fail(record::message("makes an object of a known type from %1 values, unlike any recording", count));
}

/// Some versions of Python 3.11 pickle an enum member as getattr(TagType, "NAME"). It equals TagType(number).
void PickleReader::pushMember(const std::vector<PickleIndex> &arguments)
{
    const auto *type = arguments.size() == 2 ? m_pickle.get<PickleGlobal>(arguments.front()) : nullptr;
    const auto *name = type && *type == PickleGlobal::TagType ? m_pickle.get<std::string>(arguments.back()) : nullptr;
    const auto member = name ? std::find(kTagTypes.begin(), kTagTypes.end(), *name) : kTagTypes.end();
    if (member == kTagTypes.end())
        fail(record::message("asks for builtins.getattr of a value that is not a member of TagType; nothing was executed"));
    push(static_cast<std::int64_t>(member - kTagTypes.begin()));
    push(PickleObject{PickleGlobal::TagType, pop()});
}

/// Pushes the parts of a number of NumPy: scalar(dtype("f4", False, True), bytes), where Python 2's protocol writes bytes as encode(text, "latin1").
/// Returns false for other arguments.
bool PickleReader::pushNumpy(PickleGlobal type, const std::vector<PickleIndex> &arguments)
{
    const auto *text = arguments.empty() ? nullptr : m_pickle.get<std::string>(arguments.front());
    const auto *dtype = arguments.empty() ? nullptr : m_pickle.get<PickleObject>(arguments.front());
    const auto *bytes = arguments.size() == 2 ? m_pickle.get<std::string>(arguments.back()) : nullptr;
    std::optional<PickleNode> node;
    if (type == PickleGlobal::NumpyDtype && arguments.size() == 3 && text)
        node = PickleObject{type, arguments.front()};
    else if (type == PickleGlobal::Encode && text && bytes && *bytes == "latin1")
        node = latin1Bytes(*text);
    else if (type == PickleGlobal::NumpyScalar && bytes && dtype && dtype->type == PickleGlobal::NumpyDtype)
        node = numpyNumber(m_pickle, *dtype, *bytes);
    if (node)
        push(std::move(*node));
    return node.has_value();
}

void PickleReader::build()
{
    const PickleIndex state = pop();
    auto &object = expectTop<PickleObject>(record::messagePattern("sets a state"), "TagAttributes");
    if (object.type != PickleGlobal::TagAttributes && object.type != PickleGlobal::NumpyDtype)
        fail(record::message("sets a state of an object without state"));
    object.state = state;
}

template <typename T>
T &PickleReader::expectTop(const char *opcode, const char *expected)
{
    auto *node = std::get_if<T>(&m_pickle.nodes[top()]);
    if (!node)
        fail(record::message("%1 of a value that is not %2", record::messageOfPattern(opcode), record::messageOfPattern(expected)));
    return *node;
}

void PickleReader::fail(const record::Message &what) const
{
    throw PickleError(position(), what);
}

} // namespace lensboard::imports
