// Prints core's texts for users as C++, for lupdate and for the window's table of translations, since core has no tr().
//   core_texts CORE OUTPUT [DEPFILE]
// Finds message("…"), messagePattern("…"), counted(n, "…", "…"), term("…") and termPattern("…").

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace {

/// Reads the arguments of a call, from its opening parenthesis on.
class Arguments
{
public:
    explicit Arguments(std::string_view source) : m_source(source) {}

    /// Returns the literals at this place, joined; empty if there is none.
    std::string literal()
    {
        std::string all;
        for (skipBlanks(); m_at < m_source.size() && m_source[m_at] == '"'; skipBlanks()) {
            const std::size_t start = m_at;
            skipLiteral('"');
            all += (all.empty() ? "" : " ") + std::string(m_source.substr(start, m_at - start));
        }
        return all;
    }

    /// Moves behind the next comma of this call.
    void toNext()
    {
        for (int depth = 0; m_at < m_source.size() && (depth > 0 || m_source[m_at] != ','); ) {
            const char c = m_source[m_at];
            depth += c == '(' || c == '{' ? 1 : c == ')' || c == '}' ? -1 : 0;
            if (c == '"' || c == '\'')
                skipLiteral(c);
            else
                ++m_at;
        }
        ++m_at;
    }

private:
    void skipBlanks()
    {
        while (m_at < m_source.size() && std::isspace(static_cast<unsigned char>(m_source[m_at])))
            ++m_at;
    }

    void skipLiteral(char quote)
    {
        for (++m_at; m_at < m_source.size() && m_source[m_at] != quote; ++m_at)
            m_at += m_source[m_at] == '\\' ? 1 : 0;
        ++m_at;
    }

    std::string_view m_source;
    std::size_t m_at = 0;
};

/// Context and literal.
using Texts = std::set<std::pair<std::string, std::string>>;

/// True if \p source has a name at \p at, not the end of a longer one or a member's.
bool isCallAt(std::string_view source, std::size_t at)
{
    const char before = at > 0 ? source[at - 1] : ' ';
    return !std::isalnum(static_cast<unsigned char>(before)) && before != '_' && before != '.' && before != '>';
}

void collect(std::string_view source, std::string_view call, const char *context, Texts &texts)
{
    for (std::size_t at = source.find(call); at != source.npos; at = source.find(call, at + 1)) {
        if (!isCallAt(source, at))
            continue;
        Arguments arguments(source.substr(at + call.size()));
        const bool counts = call == "counted(";
        for (int i = 0; i < (counts ? 2 : 1); ++i) {
            if (counts)
                arguments.toNext();
            if (std::string literal = arguments.literal(); !literal.empty())
                texts.emplace(context, std::move(literal));
        }
    }
}

std::string withoutComments(std::ifstream file)
{
    std::string all;
    for (std::string line; std::getline(file, line);)
        if (const std::size_t start = line.find_first_not_of(" \t"); start != line.npos && line.compare(start, 2, "//") != 0)
            all += line + '\n';
    return all;
}

std::vector<fs::path> sourcesBelow(const fs::path &folder)
{
    std::vector<fs::path> files;
    for (const auto &entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".cpp" || entry.path().extension() == ".h")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

} // namespace

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    const std::vector<fs::path> files = sourcesBelow(argv[1]);
    Texts texts;
    for (const fs::path &file : files) {
        const std::string source = withoutComments(std::ifstream(file));
        for (const char *call : {"message(", "messagePattern(", "counted("})
            collect(source, call, "CoreMessage", texts);
        for (const char *call : {"term(", "termPattern("})
            collect(source, call, "CoreTerm", texts);
    }
    std::ofstream out(argv[2]);
    for (const auto &[context, literal] : texts)
        out << "{\"" << context << "\", QT_TRANSLATE_NOOP(\"" << context << "\", " << literal << ")},\n";
    if (argc > 3) {
        std::ofstream dependencies(argv[3]);
        dependencies << argv[2] << ':';
        for (const fs::path &file : files)
            dependencies << ' ' << file.string();
        dependencies << '\n';
    }
    return out.flush() ? 0 : 1;
}
