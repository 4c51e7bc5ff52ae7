#include "core/health/kind_finder.h"

#include "core/bytes/lower_case.h"
#include "core/experiment/experiment.h"
#include "core/health/frozen_layers.h"
#include "core/health/name_words.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace lensboard::health {

using record::message;

namespace {

using Words = std::initializer_list<std::string_view>;

bool hasOneOf(const std::vector<std::string> &words, Words wanted)
{
    return std::ranges::find_first_of(words, wanted) != words.end();
}

bool containsOneOf(const std::string &text, Words wanted)
{
    return std::ranges::any_of(wanted, [&](std::string_view each) { return text.find(each) != std::string::npos; });
}

/// Returns true for types of models that add a head for a task to a pre-trained body.
bool hasTaskHead(const std::string &type)
{
    return containsOneOf(type, {"ForSequenceClassification", "ForTokenClassification", "ForQuestionAnswering", "ForMultipleChoice", "ForImageClassification"});
}

std::string textOf(const experiment::Json &settings, const char *key)
{
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : found->is_string() ? found->get<std::string>() : found->dump();
}

/// Returns the key of a setting that says that training begins with a trained model; empty if there is none.
std::string keyOfTrainedModel(const experiment::Json &settings)
{
    for (const char *key : {"pretrained", "model_name_or_path", "pretrained_model_name_or_path", "base_model", "init_from"}) {
        const std::string text = bytes::lowerCase(textOf(settings, key));
        if (!text.empty() && text != "false" && text != "null" && text != "none" && text != "0" && text != "scratch")
            return key;
    }
    return {};
}

} // namespace

KindFinder::KindFinder(std::optional<TrainingKind> given)
{
    if (given)
        m_evidence[Given] = JudgedAs{*given, message("it was chosen")};
}

void KindFinder::set(Source source, TrainingKind kind, record::Message reason)
{
    if (!m_evidence[source])
        m_evidence[source] = JudgedAs{kind, std::move(reason)};
}

void KindFinder::learn(const record::RunInfo &info, const RunFacts &facts)
{
    m_facts = facts;
    learnSettings(info);
    learnWeights(info);
    judgeFirstLoss();
}

void KindFinder::learnSettings(const record::RunInfo &info)
{
    const experiment::Json parsed = experiment::Json::parse(info.experiment, nullptr, false);
    const experiment::Json settings = parsed.is_object() ? parsed : experiment::Json::object();
    const experiment::Json health = settings.value("health", experiment::Json());
    const auto set = std::ranges::find(info.environment, kKindKey, &record::Environment::value_type::first);
    const auto kind = settings::trainingKindFromText(set != info.environment.end() ? std::string(set->second) : health.is_object() ? textOf(health, kKindKey) : "");
    if (kind)
        this->set(Setting, *kind, message("it was chosen"));
    if (const std::string key = keyOfTrainedModel(settings); !key.empty())
        this->set(Weights, TrainingKind::FineTuning, message("its settings name a trained model: %1", key));
    const experiment::Json model = settings.value("model", experiment::Json());
    const std::string made = model.is_object() ? textOf(model, "kind") : std::string();
    if (m_facts.batchSize && containsOneOf(made, {"mlp", "cnn", "resnet", "spiking", "transformer"}))
        this->set(Model, TrainingKind::Scratch, message("its model begins with random weights: %1", made));
}

void KindFinder::learnWeights(const record::RunInfo &info)
{
    const std::string name = bytes::lowerCase(info.name);
    if (containsOneOf(name, {"lr_find", "lr-find", "lrfind", "lr find", "range_test", "range-test", "range test"}))
        set(Rate, TrainingKind::RangeTest, message("the run is called %1", info.name));
    const FrozenLayers frozen = frozenLayers(info.layers);
    if (!frozen.adapter.empty())
        set(Weights, TrainingKind::FineTuning, message("it trains adapters: %1", frozen.adapter));
    else if (!frozen.names.empty() && frozen.trained > 0 && frozen.areIntended())
        set(Weights, TrainingKind::FineTuning, message("%1 of %2 layers are frozen", frozen.names.size(), frozen.names.size() + frozen.trained));
    else if (!info.layers.empty() && hasTaskHead(info.layers.front().type))
        set(Weights, TrainingKind::FineTuning, message("its model is a %1", info.layers.front().type));
    else if (containsOneOf(name, {"finetun", "fine-tun", "fine_tun", "fine tun", "lora"}))
        set(Weights, TrainingKind::FineTuning, message("the run is called %1", info.name));
}

void KindFinder::see(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    const bool isOfLayer = !tag.big && tag.lens != "" && !m_facts.layers.empty();
    if (isOfLayer)
        return; // a layer may be called "actor"
    const std::string name = tag.big && (series.label.empty() || series.label == "value") ? tag.name
                           : tag.big                                                      ? tag.name + '/' + series.label
                                                                                          : tag.name + '/' + series.layer;
    const auto words = wordsOf(name);
    const bool isLoss = hasOneOf(words, {"loss", "losses", "err"});
    if (hasOneOf(words, {"reward", "rewards", "rew", "return", "returns", "episodic", "rollout", "policy", "actor", "td", "advantage", "advantages"}))
        set(Reward, TrainingKind::Reinforcement, message("it records %1", name));
    m_hasGenerator = m_hasGenerator || hasOneOf(words, {"generator", "errg", "netg", "lossg"}) || (isLoss && hasOneOf(words, {"g", "gen"}));
    m_hasDiscriminator = m_hasDiscriminator || hasOneOf(words, {"discriminator", "critic", "errd", "netd", "lossd"}) || (isLoss && hasOneOf(words, {"d", "disc"}));
    if (hasOneOf(words, {"gan", "adversarial"}) || (m_hasGenerator && m_hasDiscriminator))
        set(Adversary, TrainingKind::Adversarial, message("it records %1", name));
    if (hasOneOf(words, {"contrastive", "infonce", "ntxent", "simclr", "byol", "moco", "dino", "barlow", "vicreg", "elbo", "kld", "recon", "reconstruction", "commitment"})
        || (isLoss && hasOneOf(words, {"kl"})))
        set(Objective, TrainingKind::SelfSupervised, message("it records %1", name));
}

void KindFinder::see(const Reading &reading)
{
    if (reading.line.signal == Signal::TargetDeviation && !m_deviation)
        m_deviation = reading.value;
    if (reading.line.signal == Signal::LabelShare && std::ranges::find(m_labels, reading.line.index, &std::pair<std::size_t, double>::first) == m_labels.end())
        m_labels.emplace_back(reading.line.index, reading.value);
    if (reading.line.signal == Signal::TrainLoss && !m_firstLoss) {
        m_firstLoss = reading.value;
        m_firstStep = reading.step;
    }
}

void KindFinder::endTick(const TickState &tick)
{
    constexpr std::int64_t kLate = 1000;
    if (tick.train.count() == 2 && tick.train.firstStep() > kLate
        && tick.train.firstStep() > 4 * (tick.train.lastStep() - tick.train.firstStep()))
        set(Beginning, TrainingKind::Continued, message("it begins at step %1", tick.train.firstStep()));
    if (m_ticks++ < 3)
        judgeFirstLoss();
    if (tick.rate.isRangeTest())
        m_evidence[Rate] = JudgedAs{TrainingKind::RangeTest, message("the learning rate only rises, from %1 to %2", shown(tick.rate.least()), shown(tick.rate.last()))};
    else if (m_evidence[Rate] && tick.rate.hasFallen())
        m_evidence[Rate].reset();
}

/// A first loss far below that of guessing belongs to a trained model, if it was measured before many steps.
void KindFinder::judgeFirstLoss()
{
    constexpr std::int64_t kEarly = 10;
    constexpr double kNear = 0.8, kFarBelow = 0.5;
    const auto guessing = guessingLoss();
    if (!guessing || !m_firstLoss)
        return;
    const bool isLossKnown = m_facts.guessingLoss || m_facts.guessingOf;
    if (isLossKnown && *m_firstLoss > kNear * *guessing)
        set(FirstLoss, TrainingKind::Scratch, message("its first loss, %1, is that of guessing, %2, or above", shown(*m_firstLoss), shown(*guessing)));
    else if (m_firstStep <= kEarly && *m_firstLoss < kFarBelow * *guessing)
        set(FirstLoss, TrainingKind::Continued, message("its first loss, %1, is far below that of guessing, %2", shown(*m_firstLoss), shown(*guessing)));
}

/// Returns the entropy of the labels if the loss is not known: a pre-trained model with a new head begins there as well, so it is no evidence for
/// training from scratch.
std::optional<double> KindFinder::guessingLoss() const
{
    if (m_facts.guessingLoss)
        return m_facts.guessingLoss;
    if (m_facts.guessingOf)
        return m_deviation ? std::optional(m_facts.guessingOf(*m_deviation)) : std::nullopt;
    double entropy = 0;
    for (const auto &[line, share] : m_labels)
        entropy -= share > 0 ? share * std::log(share) : 0;
    return entropy > 0 ? std::optional(entropy) : std::nullopt;
}

const JudgedAs &KindFinder::judgedAs() const
{
    static const JudgedAs kUnknown;
    const auto found = std::ranges::find_if(m_evidence, [](const auto &evidence) { return evidence.has_value(); });
    return found == m_evidence.end() ? kUnknown : **found;
}

} // namespace lensboard::health
