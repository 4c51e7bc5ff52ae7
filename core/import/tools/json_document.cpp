#include "core/import/tools/json_document.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tables/json_scanner.h"
#include "core/record/text_number.h"

#include <cstdint>
#include <vector>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxDepth = 8;

/// Passes the leaves of a document on with their paths.
class LeafReader final : public JsonSink
{
public:
    using Take = std::function<void(const JsonLeaf &)>;
    using End = std::function<void(std::span<const std::string>)>;

    LeafReader(const Take &take, const End &end) : m_take(take), m_end(end) {}

    void null() override { enterItem(); }
    void boolean(bool value) override { leaf(value ? 1.0 : 0.0); }
    void integer(std::int64_t value) override { leaf(static_cast<double>(value)); }
    void number(double value, std::string_view) override { leaf(value); }

    void text(std::string_view text) override
    {
        if (const auto number = nonFiniteWord(text))
            leaf(*number);
        else
            leaf(text);
    }

    void beginObject() override { open(std::nullopt); }
    void beginArray() override { open(0); }
    void endObject() override { close(); }
    void endArray() override { close(); }

    void key(std::string_view key) override
    {
        if (m_skipped == 0)
            m_path.back() = key;
    }

private:
    using Value = std::variant<double, std::string_view>;

    void leaf(const Value &value)
    {
        enterItem();
        if (m_skipped == 0)
            m_take({m_path, value});
    }

    void enterItem()
    {
        if (m_skipped == 0 && !m_items.empty() && m_items.back())
            m_path.back() = std::to_string((*m_items.back())++);
    }

    void open(std::optional<std::size_t> firstItem)
    {
        enterItem();
        if (m_skipped > 0 || m_path.size() == kMaxDepth) {
            ++m_skipped;
        } else {
            m_path.emplace_back();
            m_items.push_back(firstItem);
        }
    }

    void close()
    {
        if (m_skipped > 0) {
            --m_skipped;
        } else {
            if (m_end)
                m_end(std::span(m_path).first(m_path.size() - 1));
            m_path.pop_back();
            m_items.pop_back();
        }
    }

    const Take &m_take;
    const End &m_end;
    std::vector<std::string> m_path;
    std::vector<std::optional<std::size_t>> m_items; ///< next index on each level that is an array
    std::size_t m_skipped = 0;                       ///< number of open arrays and objects being skipped
};

} // namespace

std::optional<double> JsonLeaf::number() const
{
    if (const auto *number = std::get_if<double>(&value))
        return *number;
    return record::numberFromText(std::get<std::string_view>(value));
}

std::string JsonLeaf::text() const
{
    if (const auto *number = std::get_if<double>(&value))
        return record::numberText(*number);
    return bytes::validUtf8(std::get<std::string_view>(value));
}

std::optional<JsonDamage> readJson(std::string_view text, const std::function<void(const JsonLeaf &)> &take,
                                   const std::function<void(std::span<const std::string> path)> &end)
{
    const std::string_view whole = text.substr(0, text.find_last_not_of("0123456789+-.eE") + 1);
    LeafReader reader(take, end);
    const auto fault = scanJson(whole, reader);
    if (!fault)
        return std::nullopt;
    const bool isUnfinished = fault->position > whole.size();
    return JsonDamage{isUnfinished ? text.size() : fault->position - 1, bytes::clipped(fault->found), isUnfinished};
}

} // namespace lensboard::imports
