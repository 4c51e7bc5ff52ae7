#include "core/runs/run_filter.h"

#include "core/bytes/lower_case.h"
#include "core/experiment/validate.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::runs {

using bytes::lowerCase;
using record::message;
using runs::RunSummary;
using Shows = RunColumn::Shows;

namespace {

using Accepts = std::function<bool(const RunSummary &)>;
using Operand = std::function<RunValue(const RunSummary &)>;

constexpr std::string_view kComparisonSigns = "<>=!~";
constexpr int kDeepest = 64; ///< levels of parentheses

struct Token
{
    enum class Kind { End, Word, Column, Text, Sign };

    Kind kind = Kind::End;
    std::string text;
};

bool isOfWord(char c)
{
    return std::isspace(static_cast<unsigned char>(c)) == 0 && kComparisonSigns.find(c) == std::string_view::npos && c != '(' && c != ')'
        && c != '"' && c != '\'' && c != '`';
}

/// Splits an expression into tokens. `min(val loss)` is one token, unless a character in it needs quotes.
std::vector<Token> tokens(std::string_view text)
{
    std::vector<Token> found;
    std::size_t at = 0;
    const auto takeWhile = [&](auto belongs) {
        const std::size_t begin = at;
        while (at < text.size() && belongs(text[at]))
            ++at;
        return std::string(text.substr(begin, at - begin));
    };
    while (true) {
        takeWhile([](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
        if (at == text.size())
            break;
        const char c = text[at];
        if (c == '"' || c == '\'' || c == '`') {
            ++at;
            std::string quoted = takeWhile([c](char next) { return next != c; });
            if (at++ == text.size())
                throw RunFilterError(message("the quotation mark before “%1” is not closed", quoted));
            found.push_back({c == '`' ? Token::Kind::Column : Token::Kind::Text, std::move(quoted)});
        } else if (c == '(' || c == ')') {
            found.push_back({Token::Kind::Sign, std::string(1, text[at++])});
        } else if (kComparisonSigns.find(c) != std::string_view::npos) {
            found.push_back({Token::Kind::Sign, takeWhile([](char next) { return kComparisonSigns.find(next) != std::string_view::npos; })});
        } else {
            found.push_back({Token::Kind::Word, takeWhile(isOfWord)});
        }
    }
    found.push_back({});
    return found;
}

std::optional<int> order(const RunValue &a, const RunValue &b)
{
    if (a.index() != b.index() || std::holds_alternative<std::monostate>(a))
        return std::nullopt;
    if (const auto *number = std::get_if<double>(&a)) {
        const double other = std::get<double>(b);
        return *number < other ? std::optional(-1) : *number > other ? std::optional(1) : *number == other ? std::optional(0) : std::nullopt;
    }
    const int compared = lowerCase(std::get<std::string>(a)).compare(lowerCase(std::get<std::string>(b)));
    return compared < 0 ? -1 : compared > 0 ? 1 : 0;
}

bool hasIn(const RunValue &value, const RunValue &part)
{
    return !std::holds_alternative<std::monostate>(value) && lowerCase(toText(value)).find(lowerCase(toText(part))) != std::string::npos;
}

using Compare = bool (*)(const RunValue &, const RunValue &);

std::optional<Compare> comparison(std::string_view sign)
{
    static constexpr std::array<std::pair<std::string_view, Compare>, 8> kAll = {{
        {"<", [](const RunValue &a, const RunValue &b) { return order(a, b) == -1; }},
        {"<=", [](const RunValue &a, const RunValue &b) { return order(a, b).value_or(1) <= 0; }},
        {">", [](const RunValue &a, const RunValue &b) { return order(a, b) == 1; }},
        {">=", [](const RunValue &a, const RunValue &b) { return order(a, b).value_or(-1) >= 0; }},
        {"=", [](const RunValue &a, const RunValue &b) { return order(a, b) == 0; }},
        {"==", [](const RunValue &a, const RunValue &b) { return order(a, b) == 0; }},
        {"!=", [](const RunValue &a, const RunValue &b) { return a.index() != 0 && b.index() != 0 && order(a, b) != 0; }},
        {"~", hasIn},
    }};
    const auto *const found = std::ranges::find(kAll, sign, &std::pair<std::string_view, Compare>::first);
    return found == kAll.end() ? std::nullopt : std::optional(found->second);
}

class Parser
{
public:
    Parser(std::string_view text, std::span<const RunColumn> columns) : m_tokens(tokens(text)), m_columns(columns) {}

    const std::vector<RunColumn> &used() const { return m_used; }

    Accepts parse()
    {
        Accepts all = alternatives();
        if (next().kind != Token::Kind::End)
            throw RunFilterError(message("“%1” is not expected here; conditions are joined by “and” and “or”", next().text));
        return all;
    }

private:
    const Token &next() const { return m_tokens[m_at]; }

    bool take(std::string_view word)
    {
        const bool isThere = next().kind == Token::Kind::Word && lowerCase(next().text) == word;
        m_at += isThere ? 1 : 0;
        return isThere;
    }

    bool takeSign(std::string_view sign)
    {
        const bool isThere = next().kind == Token::Kind::Sign && next().text == sign;
        m_at += isThere ? 1 : 0;
        return isThere;
    }

    Accepts alternatives()
    {
        std::vector<Accepts> all{conjunction()};
        while (take("or"))
            all.push_back(conjunction());
        return [all = std::move(all)](const RunSummary &run) { return std::ranges::any_of(all, [&](const Accepts &one) { return one(run); }); };
    }

    Accepts conjunction()
    {
        std::vector<Accepts> all{negation()};
        while (take("and"))
            all.push_back(negation());
        return [all = std::move(all)](const RunSummary &run) { return std::ranges::all_of(all, [&](const Accepts &one) { return one(run); }); };
    }

    Accepts negation()
    {
        if (++m_depth > kDeepest)
            throw RunFilterError(message("it is nested too deeply"));
        Accepts accepts;
        if (take("not")) {
            accepts = [negated = negation()](const RunSummary &run) { return !negated(run); };
        } else if (takeSign("(")) {
            accepts = alternatives();
            if (!takeSign(")"))
                throw RunFilterError(message("a closing parenthesis is missing"));
        } else {
            accepts = comparisonOfTwo();
        }
        --m_depth;
        return accepts;
    }

    Accepts comparisonOfTwo()
    {
        if (next().kind != Token::Kind::Word && next().kind != Token::Kind::Column)
            throw RunFilterError(next().kind == Token::Kind::End ? message("a condition is missing at its end")
                                                                 : message("“%1” stands where a column is expected", next().text));
        const RunColumn column = known(takeName());
        const Token sign = next();
        const auto compare = sign.kind == Token::Kind::Sign ? comparison(sign.text) : std::nullopt;
        if (!compare)
            throw RunFilterError(message("“%1” is to be followed by <, <=, >, >=, =, != or ~", toText(column)));
        ++m_at;
        return [column, compare = *compare, value = value(toText(column) + ' ' + sign.text)](const RunSummary &run) {
            return compare(valueOf(run, column), value(run));
        };
    }

    Operand value(const std::string &before)
    {
        const Token token = next();
        const auto constant = [](RunValue value) { return [value = std::move(value)](const RunSummary &) { return value; }; };
        if (token.kind == Token::Kind::End || token.kind == Token::Kind::Sign)
            throw RunFilterError(message("a value is missing after “%1”", before));
        if (token.kind == Token::Kind::Text) {
            ++m_at;
            return constant(token.text);
        }
        const std::string name = takeName();
        if (token.kind == Token::Kind::Word) {
            if (const auto number = record::numberFromText(name))
                return constant(*number);
            if (named(name).empty())
                return constant(name);
        }
        return [column = known(name)](const RunSummary &run) { return valueOf(run, column); };
    }

    /// Takes a name, including the parentheses of min(…), max(…), mean(…) or last(…).
    std::string takeName()
    {
        std::string name = m_tokens[m_at++].text;
        const bool isFunction = next().kind == Token::Kind::Sign && next().text == "(" && m_tokens[m_at + 1].kind != Token::Kind::End
                             && m_tokens[m_at - 1].kind == Token::Kind::Word;
        if (!isFunction)
            return name;
        name = lowerCase(name) + '(' + m_tokens[m_at + 1].text + ')';
        m_at += 2;
        if (!takeSign(")"))
            throw RunFilterError(message("“%1” lacks its closing parenthesis; a name with blanks stands in backquotes", name.substr(0, name.size() - 1)));
        return name;
    }

    /// Returns the column called \p name, otherwise all columns with a path that ends with it.
    std::vector<RunColumn> named(const std::string &name) const
    {
        const auto known = [this](const RunColumn &column) { return std::ranges::find(m_columns, column) != m_columns.end(); };
        if (const auto column = columnFromText(name); column && known(*column))
            return {*column};
        if (const RunColumn last{Shows::Last, name}; known(last))
            return {last};
        std::vector<RunColumn> found;
        for (const RunColumn &column : m_columns)
            if (column.shows == Shows::Field && column.key.ends_with('.' + name))
                found.push_back(column);
        return found;
    }

    RunColumn known(const std::string &name)
    {
        const std::vector<RunColumn> found = named(name);
        if (found.size() == 1) {
            m_used.push_back(found.front());
            return found.front();
        }
        if (found.size() > 1)
            throw RunFilterError(message("“%1” may be %2 or %3", name, found[0].key, found[1].key));
        std::vector<std::string> names;
        for (const RunColumn &column : m_columns) {
            names.push_back(column.key.empty() || column.shows != Shows::Last ? toText(column) : column.key);
            if (const std::size_t dot = column.key.rfind('.'); column.shows == Shows::Field && dot != std::string::npos)
                names.push_back(column.key.substr(dot + 1));
        }
        const std::string guess = experiment::nearest(name, names);
        throw RunFilterError(guess.empty() ? message("no run has “%1”", name) : message("no run has “%1”; did you mean “%2”?", name, guess));
    }

    std::vector<Token> m_tokens;
    std::span<const RunColumn> m_columns;
    std::vector<RunColumn> m_used;
    std::size_t m_at = 0;
    int m_depth = 0;
};

} // namespace

bool RunFilter::isExpression(std::string_view text)
{
    return text.find_first_of(kComparisonSigns) != std::string_view::npos;
}

RunFilter::RunFilter(std::string_view expression, std::span<const RunColumn> columns)
{
    Parser parser(expression, columns);
    m_accepts = parser.parse();
    m_columns = parser.used();
}

} // namespace lensboard::runs
