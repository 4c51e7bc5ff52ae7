// The extension lensboard._lensboard. Users import the package core/python/lensboard, a wrapper around this extension.

#include "core/python/callable.h"
#include "core/python/checker_binding.h"
#include "core/python/compiled_hooks.h"
#include "core/python/main_gradients.h"
#include "core/python/python_lens.h"
#include "core/python/python_library.h"
#include "core/python/python_model.h"
#include "core/python/python_optimizer.h"
#include "core/python/python_tap.h"
#include "core/python/run_reader.h"
#include "core/python/tensorboard_binding.h"

#include "core/bytes/part_file.h"
#include "core/experiment/experiment_schema.h"
#include "core/import/importer.h"
#include "core/loop/loop_inspector.h"
#include "core/loop/watched_models.h"
#include "core/record/message.h"
#include "core/record/version.h"
#include "core/store/file/run_file_format.h"

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

namespace py = pybind11;

namespace lensboard::python {

namespace {

using Choices = std::vector<std::pair<std::string, std::string>>; ///< kinds and settings, as JSON

std::vector<LensChoice> lensesOf(const Choices &choices)
{
    std::vector<LensChoice> lenses;
    for (const auto &[kind, settings] : choices)
        lenses.push_back({kind, settings});
    return lenses;
}

/// Lets Python handle signals such as Ctrl-C.
void handleSignals()
{
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0)
        throw py::error_already_set();
}

/// Wraps a Python function that is called with a tick's number. Returns an empty function for None.
std::function<bool(std::int64_t)> answering(const py::object &function)
{
    if (function.is_none())
        return {};
    return [function = shared(function)](std::int64_t tick) {
        return withCallback([&] { return py::bool_((*function)(tick)).cast<bool>(); });
    };
}

/// Wraps a Python function that is called between two steps. It may call all functions of the inspector. Empty for None.
template <typename... Arguments>
std::function<void(Arguments...)> betweenSteps(const py::object &function)
{
    if (function.is_none())
        return {};
    return [function = shared(function)](Arguments... arguments) {
        withPython([&] { (*function)(arguments...); });
    };
}

/// Converts None, or a tuple: a rank, the number of processes, and a function that returns the bytes passed by all of them.
Inspector::Processes processesOf(const py::object &given)
{
    if (given.is_none())
        return {};
    const auto [rank, count, exchange] = given.cast<std::tuple<int, int, py::object>>();
    return {rank, count, [exchange = shared(exchange)](const std::string &own) {
                return withCallback([&] { return (*exchange)(py::bytes(own)).cast<std::vector<std::string>>(); });
            }};
}

/// An Inspector for Python models. Losses on another device are fetched when a tick ends, so that no step waits for them.
/// Releases the GIL while waiting for other threads.
/// Thread: the training thread; commands may come from any thread.
class LoopInspector
{
public:
    LoopInspector(const Choices &lenses, const std::filesystem::path &path, const std::string &name,
                  const std::optional<std::filesystem::path> &state, std::int64_t depth, std::int64_t activeEvery, const py::object &isActive,
                  bool evaluationFromGrad, double budget, const std::string &memory, std::int64_t keep, bool byProcess, const py::object &processes,
                  bool control, const py::object &setLearningRate, const py::object &saveCheckpoint)
        : LoopInspector(lenses, path, name, state, {depth, activeEvery, answering(isActive), evaluationFromGrad, budget, memory, handleSignals, byProcess,
                                                    processesOf(processes), control, betweenSteps<double>(setLearningRate), betweenSteps<>(saveCheckpoint)}, keep)
    {}

    ~LoopInspector()
    {
        const py::gil_scoped_release unlocked; // background computations need the GIL
        m_inspector.reset();
    }

    void add(const std::string &name, py::object makeLens)
    {
        auto make = lensMaker(std::move(makeLens));
        const py::gil_scoped_release unlocked;
        m_inspector->add(name, std::move(make));
    }

    /// \p optimizers: each with its copies of parameters; see PythonOptimizer.
    void attach(const py::object &model, const std::string &name, py::object scaler, const std::vector<std::pair<py::object, py::object>> &optimizers)
    {
        auto source = std::make_unique<PythonModel>(model, PythonModel::Order::AsRegistered, std::move(scaler));
        std::vector<PythonOptimizer> all;
        for (const auto &[optimizer, copies] : optimizers)
            all.emplace_back(optimizer, copies);
        std::vector<const hook::SteppedOptimizer *> views;
        std::ranges::transform(all, std::back_inserter(views), [](const auto &optimizer) { return &optimizer; });
        const py::gil_scoped_release unlocked;
        m_inspector->attach(std::move(source), name, views);
    }
    void detach(const py::object &model)
    {
        const void *address = model.ptr();
        const py::gil_scoped_release unlocked;
        m_inspector->detach(address);
    }
    /// \p model and \p optimizer may be None: all models, and an unknown optimizer.
    bool beginsStep(const py::object &model, const py::object &optimizer) const
    {
        return m_inspector->beginsStep(addressOf(model), addressOf(optimizer));
    }
    bool stepped(const py::object &model, const py::object &optimizer, const py::object &copies)
    {
        m_loop = std::this_thread::get_id();
        const PythonOptimizer view(optimizer, copies);
        const void *const address = addressOf(model);
        const auto *const known = optimizer.is_none() ? nullptr : &view;
        const py::gil_scoped_release unlocked;
        return address ? m_inspector->stepped(address, known) : m_inspector->stepped();
    }

    void pushLoss(const py::object &loss, bool isTraining)
    {
        const Phase phase = isTraining ? Phase::Train : Phase::Evaluation;
        if (isTensor(loss) && tensorOf(loss).hasMemory())
            m_inspector->pushLoss(tensorOf(loss), phase);
        else if (isTensor(loss))
            m_inspector->pushLoss(loss.attr("item")().cast<double>(), phase);
        else
            m_inspector->pushLoss(loss.cast<double>(), phase);
    }

    void tick()
    {
        const py::gil_scoped_release unlocked;
        m_inspector->tick();
    }

    void finishTick()
    {
        const py::gil_scoped_release unlocked;
        m_inspector->finishTick();
    }

    /// Takes effect after the current step if called from a lens's callback, or from another thread than the loop's.
    void setEnabled(const std::string &lens, bool isOn)
    {
        const py::gil_scoped_release unlocked;
        isCalled() || m_loop.load() != std::this_thread::get_id() ? m_inspector->commands().setEnabled(lens, isOn) : m_inspector->setEnabled(lens, isOn);
    }

    void close(const std::string &status, const std::string &message)
    {
        const py::gil_scoped_release unlocked;
        const record::RunStatus ended = record::runStatusFromText(status);
        m_inspector->recorder().close(ended, message);
    }

    Inspector &get() { return *m_inspector; }

private:
    static const void *addressOf(const py::object &object) { return object.is_none() ? nullptr : object.ptr(); }

    LoopInspector(const Choices &lenses, const std::filesystem::path &path, const std::string &name,
                  const std::optional<std::filesystem::path> &state, const Inspector::Options &options, std::int64_t keep)
    {
        m_inspector.emplace(lensesOf(lenses),
                            options.processes.rank > 0 ? RunRecorder::elsewhere(state.value_or(std::filesystem::path()))
                            : state                    ? RunRecorder::resume(path, *state, keep)
                                                       : RunRecorder(path, name, keep),
                            options);
    }

    std::optional<Inspector> m_inspector;
    std::atomic<std::thread::id> m_loop = std::this_thread::get_id(); ///< runs the training steps
};

void bindInspector(py::module_ &module)
{
    using Unlocked = py::call_guard<py::gil_scoped_release>;
    py::class_<LoopInspector>(module, "LoopInspector")
        .def(py::init<const Choices &, const std::filesystem::path &, const std::string &, const std::optional<std::filesystem::path> &, std::int64_t,
                      std::int64_t, const py::object &, bool, double, const std::string &, std::int64_t, bool, const py::object &, bool, const py::object &,
                      const py::object &>())
        .def("add", &LoopInspector::add)
        .def("attach", &LoopInspector::attach)
        .def("detach", &LoopInspector::detach)
        .def("begins_step", &LoopInspector::beginsStep)
        .def("stepped", &LoopInspector::stepped, py::arg("model") = py::none(), py::arg("optimizer") = py::none(), py::arg("copies") = py::none())
        .def("push_loss", &LoopInspector::pushLoss)
        .def("is_last_forward_for_training", [](LoopInspector &self) { return self.get().isLastForwardForTraining(); })
        .def("is_last_forward_in_training_without_gradients", [](LoopInspector &self) { return self.get().isLastForwardInTrainingWithoutGradients(); })
        .def("push_metric", [](LoopInspector &self, const std::string &name, double value) { self.get().pushMetric(name, value); })
        .def("push_data_wait", [](LoopInspector &self, double seconds) { self.get().pushDataWait(seconds); })
        .def("note_fault", [](LoopInspector &self, const std::string &fault, const std::vector<std::string> &parameters,
                              const std::vector<std::string> &numbers) { self.get().noteFault(fault, parameters, numbers); })
        .def("note_rate", [](LoopInspector &self, double rate) { self.get().noteRate(rate); })
        .def("set_training_kind", [](LoopInspector &self, const std::string &kind) { self.get().recorder().setTrainingKind(kind); })
        .def("push_targets", [](LoopInspector &self, const py::object &targets) { self.get().pushTargets(tensorOf(targets)); })
        .def("tick", &LoopInspector::tick)
        .def("finish_tick", &LoopInspector::finishTick)
        .def(
            "call", [](LoopInspector &self) { self.get().call(); }, Unlocked())
        .def("set_epoch", [](LoopInspector &self, std::int64_t epoch) { self.get().setEpoch(epoch); })
        .def(
            "set_hyperparameters", [](LoopInspector &self, const std::string &json) { self.get().recorder().setHyperparameters(json); }, Unlocked())
        .def("add_samples", [](LoopInspector &self, std::int64_t count) { self.get().addSamples(count); })
        .def("set_enabled", &LoopInspector::setEnabled)
        .def("set", [](LoopInspector &self, const std::string &kind, const std::string &settings) { self.get().commands().set({kind, settings}); })
        .def("watchers", [](LoopInspector &self) {
            Choices all;
            for (const LensChoice &watcher : self.get().commands().watchers())
                all.emplace_back(watcher.kind, watcher.settings);
            return all;
        })
        .def("pause", [](LoopInspector &self) { self.get().commands().pause(); })
        .def("resume", [](LoopInspector &self) { self.get().commands().resume(); })
        .def("stop", [](LoopInspector &self) { self.get().commands().stop(); })
        .def("is_stop_ordered", [](LoopInspector &self) { return self.get().isStopRequested(); })
        .def(
            "save_state", [](LoopInspector &self, const std::filesystem::path &path) { self.get().saveState(path); }, Unlocked())
        .def(
            "flush", [](LoopInspector &self, double seconds) {
                self.get().recorder().flush(std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000)));
            },
            Unlocked())
        .def("close", &LoopInspector::close)
        .def("run", [](LoopInspector &self) { return readerOf(self.get().run()); })
        .def("status", [](LoopInspector &self) {
            const RunRecorder::Progress status = self.get().recorder().progress();
            return py::dict(py::arg("ticks") = status.ticks, py::arg("written") = status.written, py::arg("problem") = std::string(status.problem));
        })
        .def_property_readonly("path", [](LoopInspector &self) { return self.get().path(); })
        .def_property_readonly("hook_count", [](LoopInspector &self) { return self.get().hookCount(); });
}

} // namespace

PYBIND11_MODULE(_lensboard, module)
{
    Library::use(PythonLibrary::instance());
    py::register_exception_translator([](std::exception_ptr thrown) {
        try {
            std::rethrow_exception(thrown);
        } catch (const store::RunFileError &error) {
            PyErr_SetString(PyExc_OSError, error.what());
        } catch (const imports::ImportError &error) {
            PyErr_SetString(PyExc_OSError, error.what());
        } catch (const bytes::WriteError &error) {
            PyErr_SetString(PyExc_OSError, error.what());
        }
    });
    module.attr("__version__") = record::version();
    module.attr("fits_numpy_2") = PYBIND11_VERSION_HEX >= 0x020C0000;
    module.def("json_schema", [] { return experiment::jsonSchema().dump(); });
    module.def("gather_on_host", &WatchedModels::gatherOnHost);
    module.def("is_called", &isCalled);
    module.def("measure_main_gradients", &MainGradients::measure);
    bindLens(module);
    bindTap(module);
    CompiledHooks::bind(module);
    bindReducers(module);
    bindInspector(module);
    bindChecker(module);
    bindRunReader(module);
    bindTensorboard(module);
}

} // namespace lensboard::python
