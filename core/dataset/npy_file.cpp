#include "core/dataset/npy_file.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <array>
#include <map>
#include <set>
#include <string_view>

namespace lensboard::dataset {

namespace {

/// Parses the header's dict: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class NpyHeader
{
public:
    NpyHeader(const ByteSource &source, std::string_view text) : m_source(source), m_text(text) {}

    void parse()
    {
        take('{');
        std::set<std::string> seen;
        while (!taken('}')) {
            const std::string key = quoted();
            take(':');
            if (key == "descr")
                descr = quoted();
            else if (key == "fortran_order")
                fortranOrder = flag();
            else if (key == "shape")
                shape = tuple();
            else
                fail(record::message("an unknown key \"%1\"", bytes::clipped(key, 40)));
            if (!seen.insert(key).second)
                fail(record::message("a second %1", key));
            if (!taken(',') && next() != '}')
                fail(record::message("expected , or }"));
        }
        if (seen.size() != 3)
            fail(record::message("expected descr, fortran_order and shape"));
        if (next() != '\0' || m_at < m_text.size())
            fail(record::message("expected nothing after }"));
    }

    std::string descr;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;

private:
    [[noreturn]] void fail(const record::Message &what) const
    {
        m_source.fail(record::message("character %1 of the .npy header: %2", m_at + 1, what));
    }

    /// Returns the next non-blank character, or 0 at the end.
    char next()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\n'))
            ++m_at;
        return m_at < m_text.size() ? m_text[m_at] : '\0';
    }

    bool taken(char c)
    {
        const bool is = next() == c && m_at < m_text.size();
        m_at += is;
        return is;
    }

    void take(char c)
    {
        if (!taken(c))
            fail(record::message("expected %1", c));
    }

    std::string quoted()
    {
        const char quote = next();
        if (quote == '[')
            fail(record::message("a table of several types, expected one type of numbers; save its columns as one array, such "
                                 "as numpy.stack(…)"));
        const std::size_t end = quote == '\'' || quote == '"' ? m_text.find(quote, m_at + 1) : m_text.npos;
        if (end == m_text.npos)
            fail(record::message("expected a text in quotes"));
        const std::string text(m_text.substr(m_at + 1, end - m_at - 1));
        m_at = end + 1;
        return text;
    }

    bool flag()
    {
        next();
        for (const bool value : {true, false})
            if (const std::string_view word = value ? "True" : "False"; m_text.substr(m_at).starts_with(word)) {
                m_at += word.size();
                return value;
            }
        fail(record::message("expected True or False"));
    }

    std::vector<std::int64_t> tuple()
    {
        constexpr std::size_t kMaxDimensions = 32, kMaxDigits = 18;
        std::vector<std::int64_t> sizes;
        take('(');
        while (!taken(')')) {
            next();
            const std::size_t digits = std::min(m_text.find_first_not_of("0123456789", m_at), m_text.size()) - m_at;
            if (digits == 0 || digits > kMaxDigits || sizes.size() == kMaxDimensions)
                fail(record::message("expected at most 32 sizes of at most 18 digits"));
            sizes.push_back(std::stoll(std::string(m_text.substr(m_at, digits))));
            m_at += digits;
            if (!taken(',') && next() != ')')
                fail(record::message("expected , or )"));
        }
        return sizes;
    }

    const ByteSource &m_source;
    std::string_view m_text;
    std::size_t m_at = 0;
};

NumberType typeOf(const ByteSource &source, const std::string &descr)
{
    static const std::map<std::string, NumberType> known = {
        {"b1", NumberType::Bool},    {"u1", NumberType::UInt8},   {"u2", NumberType::UInt16}, {"i1", NumberType::Int8},
        {"i2", NumberType::Int16},   {"i4", NumberType::Int32},   {"i8", NumberType::Int64},  {"f2", NumberType::Float16},
        {"f4", NumberType::Float32}, {"f8", NumberType::Float64}};
    const bool hasOrder = !descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos;
    const auto type = known.find(descr.substr(hasOrder ? 1 : 0));
    if (type == known.end())
        source.fail(record::message("values of type \"%1\", expected float16, float32, float64, uint8, uint16, int8, int16, "
                                    "int32, int64 or bool; save it as one of these, such as array.astype(\"float32\")",
                                    bytes::clipped(descr, 40)));
    if (byteCount(type->second) > 1 && (!hasOrder || descr.front() == '|'))
        source.fail(record::message("values of type \"%1\" without a byte order, expected < or >", descr));
    return type->second;
}

} // namespace

NumberArray readNpy(ByteSource &source, const ReadReport &report)
{
    constexpr std::size_t kLongestHeader = 1 << 16;
    std::array<std::uint8_t, 8> magic{};
    source.read(magic.data(), magic.size(), record::message("the eight bytes that begin an .npy file"));
    if (std::string_view(reinterpret_cast<const char *>(magic.data()), 6) != "\x93NUMPY")
        source.fail(record::message("this is not a .npy file: it does not begin with \\x93NUMPY"));
    if (magic[6] < 1 || magic[6] > 3 || magic[7] != 0)
        source.fail(record::message("an .npy file of version %1.%2, expected 1.0, 2.0 or 3.0", magic[6], magic[7]));
    std::array<std::uint8_t, 4> length{};
    source.read(length.data(), magic[6] == 1 ? 2 : 4, record::message("the length of the header"));
    const std::size_t size = length[0] | length[1] << 8 | length[2] << 16 | std::size_t{length[3]} << 24;
    if (size > kLongestHeader)
        source.fail(record::message("a header of %1 bytes, expected at most 65536", size));
    std::string text(size, '\0');
    source.read(reinterpret_cast<std::uint8_t *>(text.data()), size, record::message("a header of %1 bytes", size));
    NpyHeader header(source, text);
    header.parse();
    NumberArray array;
    array.type = typeOf(source, header.descr);
    array.shape = header.shape;
    array.firstVariesFastest = header.fortranOrder;
    if (array.shape.empty())
        source.fail(record::message("a single number, expected an array of samples"));
    readNumbers(source, array, header.descr.starts_with('>') ? std::endian::big : std::endian::little, report);
    return array;
}

} // namespace lensboard::dataset
