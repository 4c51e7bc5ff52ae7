#include "widgets/forms/json_editor.h"

namespace lensboard::widgets {

std::pair<std::string, std::string> firstKey(const std::string &path)
{
    const std::size_t dot = path.find('.');
    return dot == std::string::npos ? std::pair(path, std::string()) : std::pair(path.substr(0, dot), path.substr(dot + 1));
}

std::vector<experiment::Problem> problemsBelow(const std::string &key, const std::vector<experiment::Problem> &problems)
{
    std::vector<experiment::Problem> below;
    for (const experiment::Problem &problem : problems)
        if (problem.path == key)
            below.push_back({"", problem.message});
        else if (problem.path.starts_with(key + '.'))
            below.push_back({problem.path.substr(key.size() + 1), problem.message});
    return below;
}

} // namespace lensboard::widgets
