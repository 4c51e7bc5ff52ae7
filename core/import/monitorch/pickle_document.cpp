#include "core/import/monitorch/pickle_document.h"

#include <string>
#include <vector>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxKeyBytes = 1000;

class PickleWalk
{
public:
    PickleWalk(const Pickle &pickle, const std::function<void(const JsonLeaf &)> &take) : m_pickle(pickle), m_take(take) {}

    void visit(PickleIndex node)
    {
        constexpr std::size_t kMaxLevels = 8;
        if (m_path.size() > kMaxLevels)
            return;
        if (const auto number = m_pickle.number(node))
            return m_take({m_path, *number});
        if (const auto *text = m_pickle.get<std::string>(node))
            return m_take({m_path, std::string_view(*text)});
        if (const auto *list = m_pickle.get<PickleList>(node))
            visitItems(list->items);
        else if (const auto *tuple = m_pickle.get<PickleTuple>(node))
            visitItems(tuple->items);
        else if (const auto *dict = m_pickle.get<PickleDict>(node))
            for (const auto &[key, value] : dict->items)
                if (const auto *name = m_pickle.get<std::string>(key); name && name->size() <= kMaxKeyBytes)
                    visitAt(*name, value);
    }

private:
    void visitItems(const std::vector<PickleIndex> &items)
    {
        for (std::size_t i = 0; i < items.size() && m_visited < PickleReader::kMaxNodes; ++i)
            visitAt(std::to_string(i), items[i]);
    }

    void visitAt(const std::string &key, PickleIndex node)
    {
        if (m_visited++ >= PickleReader::kMaxNodes)
            return;
        m_path.push_back(key);
        visit(node);
        m_path.pop_back();
    }

    const Pickle &m_pickle;
    const std::function<void(const JsonLeaf &)> &m_take;
    std::vector<std::string> m_path;
    std::size_t m_visited = 0;
};

} // namespace

std::optional<JsonDamage> readPickle(std::string_view bytes, const std::function<void(const JsonLeaf &)> &take)
{
    PickleReader reader;
    const std::size_t read = reader.read(bytes);
    if (!reader.isComplete())
        return JsonDamage{read, {}, true};
    PickleWalk(reader.pickle(), take).visit(reader.pickle().root);
    return std::nullopt;
}

} // namespace lensboard::imports
