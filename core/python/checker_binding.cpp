#include "core/python/checker_binding.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace lensboard::python {

namespace {

py::dict toPython(const health::Finding &finding)
{
    py::list evidence;
    for (const health::Evidence &each : finding.evidence)
        evidence.append(py::dict(py::arg("tag") = each.tag, py::arg("layers") = each.layers, py::arg("label") = each.label,
                                 py::arg("threshold") = each.threshold));
    return py::dict(py::arg("rule") = finding.rule, py::arg("severity") = toText(finding.severity), py::arg("layers") = finding.layers,
                    py::arg("first_step") = finding.firstStep, py::arg("last_step") = finding.lastStep, py::arg("confidence") = finding.confidence,
                    py::arg("values") = finding.values, py::arg("meaning") = finding.meaning, py::arg("advice") = finding.advice,
                    py::arg("evidence") = evidence);
}

} // namespace

void bindChecker(py::module_ &module)
{
    module.def("rules", [] {
        py::dict all;
        for (const health::RuleKind &kind : health::ruleKinds())
            all[py::str(kind.name)] = kind.help;
        return all;
    });
    py::class_<SharedChecker>(module, "Checker")
        .def(py::init<const std::vector<std::string> &>())
        .def("findings", [](SharedChecker &self) {
            const std::lock_guard lock(self.mutex);
            py::list all;
            for (const health::Finding &finding : self.checker.findings())
                all.append(toPython(finding));
            return all;
        })
        .def("missing", [](SharedChecker &self) {
            const std::lock_guard lock(self.mutex);
            py::dict all;
            for (const health::MissingEvidence &each : self.checker.missing())
                all[py::str(each.rule)] = each.lenses;
            return all;
        });
}

} // namespace lensboard::python
