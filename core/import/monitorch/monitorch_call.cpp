#include "core/import/monitorch/monitorch_call.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace lensboard::imports {

using record::TagKind;
using record::TagSpec;

namespace {

constexpr std::size_t kMaxRefused = 5;

class CallReader
{
public:
    explicit CallReader(const Pickle &pickle) : m_pickle(pickle) {}

    MonitorchCall read()
    {
        const PickleDict &record = expect<PickleDict>(m_pickle.root, record::messagePattern("the record"), record::messagePattern("a dict"));
        m_call.methodName = expect<std::string>(need(record, "method"), "method", "text");
        static const std::unordered_map<std::string, TagKind> kPlots = {{"plot_numerical_values", TagKind::Numerical},
                                                                       {"plot_probabilities", TagKind::Probability},
                                                                       {"plot_relations", TagKind::Relations}};
        const auto plot = kPlots.find(m_call.methodName);
        if (plot == kPlots.end() && m_call.methodName != "register_tags")
            return m_call;
        const PickleDict &arguments = expect<PickleDict>(need(record, "kwargs"), "kwargs", record::messagePattern("a dict"));
        m_call.tag.name = expect<std::string>(need(arguments, "main_tag"), "main_tag", "text");
        if (plot == kPlots.end())
            readRegistration(arguments);
        else
            readPlot(arguments, plot->second);
        describe(m_call.tag);
        return std::move(m_call);
    }

private:
    template <typename T>
    const T &expect(PickleIndex index, const char *what, const char *expected) const
    {
        if (const T *found = m_pickle.get<T>(index))
            return *found;
        throw MonitorchCallError(record::message("%1 is not %2", record::messageOfPattern(what), record::messageOfPattern(expected)));
    }

    PickleIndex need(const PickleDict &dict, const char *key) const
    {
        if (const auto found = m_pickle.entry(dict, key))
            return *found;
        throw MonitorchCallError(record::message("has no \"%1\"", key));
    }

    void readRegistration(const PickleDict &arguments)
    {
        m_call.method = MonitorchCall::Method::RegisterTags;
        const auto &attributes = expect<PickleObject>(need(arguments, "tag_attr"), "tag_attr", record::messagePattern("a TagAttributes"));
        if (attributes.type != PickleGlobal::TagAttributes || !attributes.state)
            throw MonitorchCallError(record::message("tag_attr is not a TagAttributes with a state"));
        const PickleDict &state = expect<PickleDict>(*attributes.state, record::messagePattern("the state of tag_attr"), record::messagePattern("a dict"));
        m_call.tag.logY = flag(state, "logy", false);
        m_call.tag.big = flag(state, "big_plot", false);
        m_call.tag.annotate = flag(state, "annotate", true);
        m_call.tag.kind = kind(need(state, "type"));
        if (const auto limits = m_pickle.entry(state, "ylim"))
            m_call.tag.yLimits = yLimits(*limits);
    }

    bool flag(const PickleDict &state, const char *key, bool otherwise) const
    {
        const auto found = m_pickle.entry(state, key);
        return found ? m_pickle.number(*found).value_or(0) != 0 : otherwise;
    }

    TagKind kind(PickleIndex index) const
    {
        const auto &type = expect<PickleObject>(index, "type", record::messagePattern("a TagType"));
        const auto number = type.type == PickleGlobal::TagType ? m_pickle.number(*type.argument) : std::nullopt;
        if (number == 0)
            return TagKind::Numerical;
        if (number == 1)
            return TagKind::Probability;
        if (number == 2)
            return TagKind::Relations;
        throw MonitorchCallError(record::message("type is none of TagType's 0, 1 and 2"));
    }

    std::optional<std::pair<double, double>> yLimits(PickleIndex index) const
    {
        const auto ends = pairAt(index);
        if (!ends)
            return std::nullopt;
        const double a = m_pickle.number(ends->first).value_or(NAN);
        const double b = m_pickle.number(ends->second).value_or(NAN);
        if (!std::isfinite(a) || !std::isfinite(b) || a == b)
            return std::nullopt;
        return std::minmax({a, b}); // monitorch passes the limits of correlations in reverse order, (1, -1)
    }

    std::optional<std::pair<PickleIndex, PickleIndex>> pairAt(PickleIndex index) const
    {
        const auto *tuple = m_pickle.get<PickleTuple>(index);
        const auto *list = m_pickle.get<PickleList>(index);
        const std::vector<PickleIndex> *items = tuple ? &tuple->items : list ? &list->items : nullptr;
        if (!items || items->size() != 2)
            return std::nullopt;
        return std::pair(items->front(), items->back());
    }

    void readPlot(const PickleDict &arguments, TagKind kind)
    {
        m_call.method = MonitorchCall::Method::Plot;
        m_call.tag.kind = kind;
        m_call.epoch = expect<std::int64_t>(need(arguments, "epoch"), "epoch", record::messagePattern("an int"));
        forEachLayer(need(arguments, "values_dict"), "values_dict", [&](const std::string &layer, PickleIndex key, PickleIndex value) {
            addValue(layer, key, value);
        });
        const auto ranges = m_pickle.entry(arguments, "ranges_dict");
        if (!ranges || m_pickle.get<std::monostate>(*ranges))
            return;
        forEachLayer(*ranges, "ranges_dict", [&](const std::string &layer, PickleIndex key, PickleIndex value) {
            addRange(layer, key, value);
        });
    }

    /// Calls \p take(layer, key, value) for each item of each layer's dict. Layers may share a dict, so the output is limited
    /// in proportion to the record's size.
    template <typename Take>
    void forEachLayer(PickleIndex index, const char *what, const Take &take)
    {
        for (const auto &[layerIndex, itemsIndex] : expect<PickleDict>(index, what, record::messagePattern("a dict")).items) {
            const auto &layer = expect<std::string>(layerIndex, record::messagePattern("a layer's name"), "text");
            for (const auto &[key, value] : expect<PickleDict>(itemsIndex, record::messagePattern("the values of a layer"), record::messagePattern("a dict")).items) {
                m_shownBytes += layer.size() + 1;
                if (m_shownBytes > kMaxExpansion * m_pickle.length)
                    throw MonitorchCallError(record::message("holds far more values than its %1 bytes can spell out",
                                                             m_pickle.length));
                take(layer, key, value);
            }
        }
    }

    void addValue(const std::string &layer, PickleIndex key, PickleIndex value)
    {
        const auto &label = expect<std::string>(key, record::messagePattern("a label"), "text");
        m_shownBytes += label.size();
        if (const auto number = m_pickle.number(value))
            readingOf(layer).values.push_back({label, *number});
        else
            refuse(layer, label);
    }

    void addRange(const std::string &layer, PickleIndex key, PickleIndex value)
    {
        const auto labels = pairAt(key);
        if (!labels)
            throw MonitorchCallError(record::message("the labels of a range are not two"));
        const auto &low = expect<std::string>(labels->first, record::messagePattern("a range's label"), "text");
        const auto &high = expect<std::string>(labels->second, record::messagePattern("a range's label"), "text");
        m_shownBytes += low.size() + high.size();
        const auto ends = pairAt(value);
        const auto lowEnd = ends ? m_pickle.number(ends->first) : std::nullopt;
        const auto highEnd = ends ? m_pickle.number(ends->second) : std::nullopt;
        if (lowEnd && highEnd)
            readingOf(layer).ranges.push_back({low, high, *lowEnd, *highEnd});
        else
            refuse(layer, low);
    }

    visualizer::LayerReading &readingOf(const std::string &layer)
    {
        const auto [known, added] = m_layers.try_emplace(layer, m_call.readings.size());
        if (added)
            m_call.readings.push_back({layer, {}, {}});
        return m_call.readings[known->second];
    }

    void refuse(const std::string &layer, const std::string &label)
    {
        if (m_call.refused.size() < kMaxRefused)
            m_call.refused.push_back(record::message("the value recorded as \"%1\" of \"%2\" is not a number",
                                                     bytes::clipped(label), bytes::clipped(layer)));
    }

    static void describe(TagSpec &tag)
    {
        tag.lens = "monitorch";
        if (tag.kind != TagKind::Numerical)
            tag.quantity = "share";
        else if (tag.name == "Loss")
            tag.quantity = "loss";
        else
            tag.quantity = tag.name.ends_with("Norm") ? "norm" : tag.yLimits == std::pair(-1.0, 1.0) ? "cosine" : "value";
    }

    /// Limit of output bytes per byte of a record: a layer's name is stored once for all its values
    static constexpr std::size_t kMaxExpansion = 50;

    const Pickle &m_pickle;
    MonitorchCall m_call;
    std::unordered_map<std::string, std::size_t> m_layers; ///< index of each layer in the readings
    std::size_t m_shownBytes = 0;
};

} // namespace

MonitorchCall monitorchCall(const Pickle &pickle)
{
    return CallReader(pickle).read();
}

} // namespace lensboard::imports
