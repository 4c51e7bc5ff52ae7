#include "core/lens/custom_lens_adapter.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace lensboard::lens {

/// Registers callbacks at the modules of a tap, and charges them to the attached lens.
class CustomLensAdapter::Model final : public custom::Model
{
public:
    explicit Model(gatherer::Gatherers &gatherers) : m_gatherers(gatherers), m_account(gatherers.account()) {}

    /// Returns the modules after the ones listed earlier.
    std::vector<custom::Module> newModules(const std::vector<hook::ModuleId> &layers)
    {
        std::vector<custom::Module> found;
        const std::vector<record::LayerInfo> &modules = tap().modules();
        for (hook::ModuleId id = m_listed; id < modules.size(); ++id) {
            custom::Module module{id, modules[id].name, modules[id].type, std::ranges::find(layers, id) != layers.end(),
                                  tap().canWatchForward(id), {}, tap().eagerModule(id), tap().foreignModule(id)};
            for (const auto &parameter : modules[id].parameters)
                module.parameters.push_back(parameter.name);
            found.push_back(std::move(module));
        }
        m_listed = modules.size();
        return found;
    }

    std::string shownName() const { return record::shownName(tap().modules().front()); }

    void beforeForward(const custom::Module &module, Inputs callback) override
    {
        m_hooks.push_back(tap().beforeForward(idOf(module), charged(std::move(callback))));
    }
    void afterForward(const custom::Module &module, Forward callback) override
    {
        m_hooks.push_back(tap().afterForward(idOf(module), charged(std::move(callback))));
    }
    void onOutputGradient(const custom::Module &module, Gradient callback) override
    {
        m_hooks.push_back(tap().onOutputGradient(idOf(module), charged(std::move(callback))));
    }
    void onInputGradient(const custom::Module &module, Gradient callback) override
    {
        m_hooks.push_back(tap().onInputGradient(idOf(module), charged(std::move(callback))));
    }
    void onParameterGradient(const custom::Module &module, const std::string &parameter, Gradient callback) override
    {
        m_hooks.push_back(tap().onParameterGradient(idOf(module), parameter, charged(std::move(callback))));
    }
    void afterStep(Callback callback) override { m_hooks.push_back(tap().afterStep(charged(std::move(callback)))); }
    void onCall(Callback callback) override { m_hooks.push_back(m_gatherers.onCall(charged(std::move(callback)))); }
    void atTickEnd(Callback callback) override { m_hooks.push_back(m_gatherers.atTickEnd(charged(std::move(callback)))); }

    Tensor parameter(const custom::Module &module, const std::string &name) const override { return tap().parameter(idOf(module), name); }
    bool isTraining(const custom::Module &module) const override { return tap().isTraining(idOf(module)); }
    void notice(const std::string &text) override { m_gatherers.notice(text); }

private:
    hook::ModelTap &tap() const { return m_gatherers.tap(); }

    /// Errors: std::invalid_argument if \p module is not a module of the model.
    hook::ModuleId idOf(const custom::Module &module) const
    {
        if (module.id >= tap().modules().size())
            throw record::InvalidArgument(record::message("\"%1\" is no module of this model; expected one that attach() was given", module.name));
        return module.id;
    }

    /// Wraps \p callback: called only in measured ticks, without recording gradients, and charged.
    template <typename... Arguments>
    std::function<void(Arguments...)> charged(std::function<void(Arguments...)> callback)
    {
        return [this, callback = std::move(callback)](Arguments... arguments) {
            if (!m_gatherers.state().active)
                return;
            const WithoutGradients without;
            gatherer::Lap lap(m_gatherers.costs(), tap().isTraining(0));
            callback(arguments...);
            lap.charge(m_account);
        };
    }

    gatherer::Gatherers &m_gatherers;
    gatherer::StepCosts::Account m_account;
    std::size_t m_listed = 0; ///< number of listed modules; a tap only ever appends modules
    std::vector<hook::Hook> m_hooks;
};

namespace {

/// Converts the names in a custom lens's plots to rows and columns.
class NamedPlot final : public custom::Plot
{
public:
    NamedPlot(Plotter &out, const std::string &lens, const std::vector<record::TagSpec> &tags, std::string model)
        : m_out(out), m_lens(lens), m_tags(tags), m_model(std::move(model))
    {}

    void line(std::size_t tag, const std::string &layer, const std::string &label, double value) override
    {
        Plotter::Plot plot = plotOf(tag);
        plot.line(plot.rowOf(layer + '\n' + label), 0, value, [&] { return Plotter::Name{layerOf(tag, layer), label}; });
    }

    void band(std::size_t tag, const std::string &layer, const std::pair<std::string, std::string> &labels, double low, double high) override
    {
        Plotter::Plot plot = plotOf(tag);
        plot.band(plot.rowOf(layer + '\n' + labels.first + '\n' + labels.second), 0, low, high,
                  [&] { return Plotter::BandName{layerOf(tag, layer), labels.first, labels.second}; });
    }

private:
    Plotter::Plot plotOf(std::size_t tag) const
    {
        if (tag >= m_tags.size())
            throw record::InvalidArgument(record::message("\"%1\" plots to tag %2; expected an index of tags(), below %3", m_lens, tag, m_tags.size()));
        return m_out.plot(m_tags[tag]);
    }
    std::string layerOf(std::size_t tag, const std::string &layer) const
    {
        return m_tags[tag].big ? m_tags[tag].name : layer.empty() ? m_model : layer;
    }

    Plotter &m_out;
    const std::string &m_lens;
    const std::vector<record::TagSpec> &m_tags;
    std::string m_model; ///< name of the model's root layer
};

} // namespace

CustomLensAdapter::CustomLensAdapter(std::string name, std::unique_ptr<custom::BaseLens> lens) : m_name(std::move(name)), m_lens(std::move(lens))
{
    if (!m_lens)
        throw record::InvalidArgument(record::message("there is no lens \"%1\"", m_name));
    m_tags = m_lens->tags();
    std::set<std::string> names;
    for (record::TagSpec &tag : m_tags) {
        tag.lens = m_name;
        if (tag.name.empty() || !names.insert(tag.name).second)
            throw record::InvalidArgument(record::message("\"%1\" has no name of its own for each of its plots", m_name));
        if (tag.kind == record::TagKind::Tensors)
            throw record::InvalidArgument(record::message("\"%1\": the plot \"%2\" cannot hold tensors; use a recorder for tensors", m_name, tag.name));
    }
}

CustomLensAdapter::~CustomLensAdapter() = default;

void CustomLensAdapter::attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers)
{
    m_model = std::make_unique<Model>(gatherers);
    attachMore(gatherers, layers);
}

void CustomLensAdapter::attachMore(gatherer::Gatherers &, const std::vector<hook::ModuleId> &layers)
{
    if (const auto modules = m_model->newModules(layers); !modules.empty())
        m_lens->attach(*m_model, modules);
}

void CustomLensAdapter::detach()
{
    if (std::exchange(m_model, nullptr))
        m_lens->detach();
}

void CustomLensAdapter::plot(Plotter &out) const
{
    NamedPlot plot(out, m_name, m_tags, m_model->shownName());
    m_lens->plot(plot);
}

void CustomLensAdapter::endTick()
{
    m_lens->endTick();
}

void CustomLensAdapter::pushLoss(double value, Phase phase)
{
    m_lens->pushLoss(value, phase);
}

void CustomLensAdapter::pushMetric(const std::string &name, double value)
{
    m_lens->pushMetric(name, value);
}

} // namespace lensboard::lens
