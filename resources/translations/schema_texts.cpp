// Prints the texts of an experiment's keys and the explanations of plots as C++ for lupdate: core has no tr().

#include "core/experiment/experiment_schema.h"
#include "core/experiment/plot_help.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <set>
#include <utility>

using namespace lensboard;

namespace {

class SchemaTexts
{
public:
    void add(const experiment::Section &section)
    {
        print("SchemaKind", section.kind);
        print("Schema", section.help);
        for (const experiment::Field &field : section.fields) {
            print("SchemaKey", field.key);
            print("Schema", field.help);
            print("Schema", field.minMeans);
            for (const experiment::Section &part : field.sections)
                add(part);
        }
    }

    void add(const experiment::PlotHelp &help)
    {
        for (const std::string &text : {help.measures, help.formula, help.unit, help.reading})
            print("Schema", text);
    }

private:
    void print(const char *context, const std::string &text)
    {
        if (!text.empty() && m_printed.emplace(context, text).second)
            std::printf("QT_TRANSLATE_NOOP(\"%s\", %s)\n", context, nlohmann::json(text).dump().c_str());
    }

    std::set<std::pair<std::string, std::string>> m_printed;
};

} // namespace

int main()
{
    SchemaTexts texts;
    texts.add(experiment::experimentSchema());
    for (const auto *sections : {&experiment::lensSchemas(), &experiment::monitorSchemas(), &experiment::recorderSchemas()})
        for (const experiment::Section &lens : *sections)
            texts.add(lens);
    for (const experiment::PlotHelp &help : experiment::plotHelps())
        texts.add(help);
}
