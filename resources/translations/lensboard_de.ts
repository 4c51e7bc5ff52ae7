<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en_US">
<context>
    <name>BackgroundTask</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CoreMessage</name>
    <message>
        <source>%1 had grown to %2, %3 was usual</source>
        <translation>Anstieg: %1 bis %2, üblich war %3</translation>
    </message>
    <message>
        <source>%1 of %2 had grown to %3, %4 was usual</source>
        <translation>Anstieg: %1 von %2 bis %3, üblich war %4</translation>
    </message>
    <message>
        <source>%1 steps after the learning rate changed from %2 to %3</source>
        <translation>%1 Schritte nachdem sich die Lernrate von %2 auf %3 geändert hat</translation>
    </message>
    <message>
        <source>%1 steps after the learning rate was set to %2</source>
        <translation>%1 Schritte nachdem die Lernrate auf %2 gesetzt wurde</translation>
    </message>
    <message>
        <source>%1; besides, %2</source>
        <translation>%1; außerdem: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; restarted its history, because a tensor&apos;s shape changed.</source>
        <translation>„%1“ hat seine Vorgeschichte neu begonnen, weil sich die Form eines Tensors geändert hat.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; restarted its history, because a tensor&apos;s shape changed; over_batch &quot;mean&quot; makes the shape independent of the batch size.</source>
        <translation>„%1“ hat seine Vorgeschichte neu begonnen, weil sich die Form eines Tensors geändert hat; mit over_batch &quot;mean&quot; hängt die Form nicht von der Größe des Batches ab.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of event</source>
        <translation>„%1“ ist keine Art von Ereignis</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no kind of tag: numerical, probability, relations or tensors</source>
        <translation>„%1“ ist keine Art von Tag: numerical, probability, relations oder tensors</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no status of a run</source>
        <translation>„%1“ ist kein Status eines Laufs</translation>
    </message>
    <message>
        <source>&quot;%1&quot; keeps no more tensors: the next one exceeds the limit of %2 MB. Kept tensors stay; raise limit_mb, or keep fewer tensors.</source>
        <translation>„%1“ behält keine weiteren Tensoren: Der nächste überschreitet die Grenze von %2 MB. Behaltene Tensoren bleiben; limit_mb erhöhen oder weniger Tensoren behalten.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; needs every value of a tick; set %2inplace to false, or use mean, min, max, std or min-max</source>
        <translation>&quot;%1&quot; braucht jeden Wert eines Ticks; %2inplace auf false setzen oder mean, min, max, std oder min-max verwenden</translation>
    </message>
    <message>
        <source>&quot;%1&quot; records less than it was asked for: %2.</source>
        <translation>„%1“ zeichnet weniger auf als verlangt: %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; records nothing of %2: the condition needs one class per sample.</source>
        <translation>„%1“ zeichnet von %2 nichts auf: Die Bedingung braucht eine Klasse je Beispiel.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; watches nothing: %2.</source>
        <translation>„%1“ beobachtet nichts: %2.</translation>
    </message>
    <message>
        <source>&quot;%1&quot;, did you mean &quot;%2&quot;? allowed: %3</source>
        <translation>&quot;%1&quot;, war &quot;%2&quot; gemeint? Erlaubt: %3</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: its plot &quot;%2&quot; is one of %3 already; give one of them another name</source>
        <translation>&quot;%1&quot;: Das Diagramm &quot;%2&quot; gehört schon zu %3; einem von beiden einen anderen Namen geben</translation>
    </message>
    <message>
        <source>&quot;%1&quot;; allowed: %2</source>
        <translation>&quot;%1&quot;; erlaubt: %2</translation>
    </message>
    <message>
        <source>&quot;mlp&quot;, &quot;cnn&quot; or &quot;resnet&quot;</source>
        <translation>&quot;mlp&quot;, &quot;cnn&quot; oder &quot;resnet&quot;</translation>
    </message>
    <message>
        <source>%1 %2. The record at byte %3 and all after it are lost: %4 bytes so far</source>
        <translation>%1 %2. Der Datensatz bei Byte %3 und alles danach sind verloren: bisher %4 Bytes</translation>
    </message>
    <message>
        <source>%1 %2; expected a recording of monitorch&apos;s RecorderVisualizer</source>
        <translation>%1 %2; erwartet: eine Aufzeichnung von monitorchs RecorderVisualizer</translation>
    </message>
    <message>
        <source>%1 (%2) is not built to be tapped; wrap it in Tapped&lt;&gt;</source>
        <translation>%1 (%2) ist nicht dafür gebaut, beobachtet zu werden; mit Tapped&lt;&gt; umgeben</translation>
    </message>
    <message>
        <source>%1 (%2) is watched by its operators, so the begin and end of its forward pass are unknown; wrap it in Tapped&lt;&gt;</source>
        <translation>%1 (%2) wird anhand der Operatoren beobachtet, darum sind Beginn und Ende des Vorwärtsdurchlaufs unbekannt; mit Tapped&lt;&gt; umgeben</translation>
    </message>
    <message>
        <source>%1 belongs to another version of Lensboard than this %2; install both anew</source>
        <translation>%1 gehört zu einer anderen Version von Lensboard als dieser %2; beide neu installieren</translation>
    </message>
    <message>
        <source>%1 cells, expected %2 as in the first row</source>
        <translation>%1 Zellen, erwartet: %2 wie in der ersten Zeile</translation>
    </message>
    <message>
        <source>%1 cells, line %2 has %3; set dataset.skip_lines if the first lines are not part of the table, or dataset.delimiter</source>
        <translation>%1 Zellen, Zeile %2 hat %3; dataset.skip_lines setzen, wenn die ersten Zeilen nicht zur Tabelle gehören, oder dataset.delimiter</translation>
    </message>
    <message>
        <source>%1 columns, expected %2 as in %3</source>
        <translation>%1 Spalten, erwartet: %2 wie in %3</translation>
    </message>
    <message>
        <source>%1 compares classes, and loss.target is the input; use mae or r2</source>
        <translation>%1 vergleicht Klassen, aber loss.target ist die Eingabe; mae oder r2 verwenden</translation>
    </message>
    <message>
        <source>%1 compares numbers, and %2 is of classes; use accuracy or top5</source>
        <translation>%1 vergleicht Zahlen, aber %2 gilt Klassen; accuracy oder top5 verwenden</translation>
    </message>
    <message>
        <source>%1 dimensions, expected 1 to 4</source>
        <translation>%1 Dimensionen, erwartet: 1 bis 4</translation>
    </message>
    <message>
        <source>%1 ended before the file was complete</source>
        <translation>%1 endete, bevor die Datei vollständig war</translation>
    </message>
    <message>
        <source>%1 finds no layer to watch in this model; see its settings, and inspector.depth.</source>
        <translation>%1 findet in diesem Modell keine Schicht zum Beobachten; siehe die Einstellungen und inspector.depth.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes, expected at most %3</source>
        <translation>%1 hat %2 Bytes, erwartet: höchstens %3</translation>
    </message>
    <message>
        <source>%1 has no module &quot;%2&quot;; it has %3</source>
        <translation>%1 hat kein Modul &quot;%2&quot;; vorhanden: %3</translation>
    </message>
    <message>
        <source>%1 has no parameter or buffer &quot;%2&quot;; it has %3</source>
        <translation>%1 hat keinen Parameter oder Puffer &quot;%2&quot;; vorhanden: %3</translation>
    </message>
    <message>
        <source>%1 is empty</source>
        <translation>%1 ist leer</translation>
    </message>
    <message>
        <source>%1 is listed a second time</source>
        <translation>%1 ist ein zweites Mal aufgeführt</translation>
    </message>
    <message>
        <source>%1 is not %2</source>
        <translation>%1 ist nicht: %2</translation>
    </message>
    <message>
        <source>%1 is not of floating point</source>
        <translation>%1 hat keine Gleitkommazahlen</translation>
    </message>
    <message>
        <source>%1 of %2 characters for validation do not occur in training: they count as unknown.</source>
        <translation>%1 von %2 Zeichen der Validierung kommen im Training nicht vor: Sie zählen als unbekannt.</translation>
    </message>
    <message>
        <source>%1 of a value that is not %2</source>
        <translation>%1, wo nicht steht: %2</translation>
    </message>
    <message>
        <source>%1 overlaps with the files before it in the steps or times of %2 of its tags, without a restart: it is of another writer, and shown beside them as series (%3)</source>
        <translation>%1 überschneidet sich bei %2 seiner Tags in Schritten oder Zeiten mit den Dateien davor, ohne Neustart: Es stammt von einem anderen Programm und wird neben ihnen als Serien (%3) gezeigt</translation>
    </message>
    <message>
        <source>%1 pictures of its size take more than 16 GiB; set dataset.size</source>
        <translation>%1 Bilder dieser Größe brauchen mehr als 16 GiB; dataset.size setzen</translation>
    </message>
    <message>
        <source>%1 samples were asked for, %2 has %3.</source>
        <translation>%1 Beispiele wurden verlangt, %2 hat %3.</translation>
    </message>
    <message>
        <source>%1 threads on %2 cores slow each other down; threads: 0 chooses for this machine.</source>
        <translation>%1 Threads auf %2 Kernen bremsen einander; threads: 0 wählt für diesen Rechner.</translation>
    </message>
    <message>
        <source>%1 was traced in evaluation mode: %2 stay in it in training too.</source>
        <translation>%1 wurde im Auswertungsmodus aufgezeichnet (trace): %2 bleiben auch im Training darin.</translation>
    </message>
    <message>
        <source>%1 was traced in training mode: %2 stay in it in validation too.</source>
        <translation>%1 wurde im Trainingsmodus aufgezeichnet (trace): %2 bleiben auch in der Validierung darin.</translation>
    </message>
    <message>
        <source>%1, given %2 %3: %4</source>
        <translation>%1, mit %2 %3: %4</translation>
    </message>
    <message>
        <source>%1, expected floating-point numbers</source>
        <translation>%1, erwartet: Gleitkommazahlen</translation>
    </message>
    <message>
        <source>%1; the targets %2 must have the same number of values as the outputs</source>
        <translation>%1; die Ziele %2 müssen so viele Werte haben wie die Ausgaben</translation>
    </message>
    <message>
        <source>%1; outputs and inputs must have the same number of values</source>
        <translation>%1; Ausgaben und Eingaben müssen gleich viele Werte haben</translation>
    </message>
    <message>
        <source>%1. Lensboard tries again every second; values already written stay readable.</source>
        <translation>%1. Lensboard versucht es jede Sekunde wieder; bereits geschriebene Werte bleiben lesbar.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 different numbers with fractions are not classes; set dataset.task to &quot;regression&quot;, or check dataset.target</source>
        <translation>%1: %2 verschiedene Zahlen mit Nachkommastellen sind keine Klassen; dataset.task auf &quot;regression&quot; setzen oder dataset.target prüfen</translation>
    </message>
    <message>
        <source>%1: %2 dimensions, expected 3: pictures, rows, columns</source>
        <translation>%1: %2 Dimensionen, erwartet: 3 (Bilder, Zeilen, Spalten)</translation>
    </message>
    <message>
        <source>%1: %2 files are neither PNG nor JPEG: they are skipped.</source>
        <translation>%1: %2 Dateien sind weder PNG noch JPEG: Sie werden übergangen.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 rows have missing values: they are left out.</source>
        <translation>%1: %2 von %3 Zeilen haben fehlende Werte: Sie werden ausgelassen.</translation>
    </message>
    <message>
        <source>%1: %2: %3</source>
        <translation>%1: %2: %3</translation>
    </message>
    <message>
        <source>%1: %2; set dataset.path to the folder cifar-10-batches-bin of CIFAR-10&apos;s binary version</source>
        <translation>%1: %2; dataset.path auf den Ordner cifar-10-batches-bin der Binärversion von CIFAR-10 setzen</translation>
    </message>
    <message>
        <source>%1: all rows are of the class %2, expected at least two classes</source>
        <translation>%1: Alle Zeilen haben die Klasse %2, erwartet: mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>%1: byte %2: %3</source>
        <translation>%1: Byte %2: %3</translation>
    </message>
    <message>
        <source>%1: cannot be made: %2</source>
        <translation>%1: lässt sich nicht anlegen: %2</translation>
    </message>
    <message>
        <source>%1: cannot be opened: %2</source>
        <translation>%1: lässt sich nicht öffnen: %2</translation>
    </message>
    <message>
        <source>%1: cannot be read: %2</source>
        <translation>%1: kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>%1: cannot be written</source>
        <translation>%1: lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1: lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>%1: expected %2 labels, one for each picture of %3</source>
        <translation>%1: erwartet: %2 Klassen, eine für jedes Bild von %3</translation>
    </message>
    <message>
        <source>%1: has %2 characters, expected %3 so that training and validation each have the %4 that a sample takes; use a longer text or a smaller dataset.context</source>
        <translation>%1: hat %2 Zeichen, erwartet: %3, damit Training und Validierung je die %4 haben, die ein Beispiel braucht; einen längeren Text oder einen kleineren dataset.context verwenden</translation>
    </message>
    <message>
        <source>%1: has %2 different characters, expected less than %3</source>
        <translation>%1: hat %2 verschiedene Zeichen, erwartet: weniger als %3</translation>
    </message>
    <message>
        <source>%1: has more than %2 entries; the rest was not looked at</source>
        <translation>%1: hat mehr als %2 Einträge; der Rest wurde nicht angesehen</translation>
    </message>
    <message>
        <source>%1: has no array &quot;%2&quot; (%3); it has: %4</source>
        <translation>%1: hat kein Array &quot;%2&quot; (%3); vorhanden: %4</translation>
    </message>
    <message>
        <source>%1: has no parameter that can be trained, as a model that torch.jit.freeze made; save it without freezing</source>
        <translation>%1: hat keinen Parameter, der sich trainieren lässt, wie ein Modell von torch.jit.freeze; ohne Einfrieren speichern</translation>
    </message>
    <message>
        <source>%1: is a program, and nobody was asked whether it may run</source>
        <translation>%1: ist ein Programm, und niemand wurde gefragt, ob es laufen darf</translation>
    </message>
    <message>
        <source>%1: is damaged (%2); move it away, and models can be remembered again</source>
        <translation>%1: ist beschädigt (%2); die Datei wegschieben, dann lassen sich Modelle wieder merken</translation>
    </message>
    <message>
        <source>%1: is damaged, or not a file of tensors as torch.save writes it</source>
        <translation>%1: ist beschädigt oder keine Datei mit Tensoren, wie torch.save sie schreibt</translation>
    </message>
    <message>
        <source>%1: is finished; to train on, continue it in a new run with more epochs</source>
        <translation>%1: ist fertig; um weiter zu trainieren, in einem neuen Lauf mit mehr Epochen fortfahren</translation>
    </message>
    <message>
        <source>%1: is no file, expected %2</source>
        <translation>%1: ist keine Datei, erwartet: %2</translation>
    </message>
    <message>
        <source>%1: the model file has changed since the checkpoint was written; restore the old file, or use Continue with Changes (train --from) to begin a new run with the new file</source>
        <translation>%1: Die Modelldatei hat sich geändert, seit der Checkpoint geschrieben wurde; die alte Datei zurückstellen oder mit „Mit Änderungen fortfahren“ (train --from) einen neuen Lauf mit der neuen Datei beginnen</translation>
    </message>
    <message>
        <source>%1: is of a format that this Lensboard does not know; use a newer one</source>
        <translation>%1: hat ein Format, das dieses Lensboard nicht kennt; ein neueres verwenden</translation>
    </message>
    <message>
        <source>%1: label %2 is %3, expected 0 to 9</source>
        <translation>%1: Klasse %2 ist %3, erwartet: 0 bis 9</translation>
    </message>
    <message>
        <source>%1: lies more than %2 levels deep; it was not looked at</source>
        <translation>%1: liegt mehr als %2 Ebenen tief; es wurde nicht angesehen</translation>
    </message>
    <message>
        <source>%1: line %2: %3</source>
        <translation>%1: Zeile %2: %3</translation>
    </message>
    <message>
        <source>%1: no such file; set %2 to %3, relative to the experiment&apos;s folder or absolute</source>
        <translation>%1: keine solche Datei; %2 setzen auf: %3, relativ zum Ordner des Experiments oder absolut</translation>
    </message>
    <message>
        <source>%1: the first line is taken for the header; if it is none, set dataset.header to &quot;no&quot;.</source>
        <translation>%1: Die erste Zeile gilt als Kopfzeile; wenn sie keine ist, dataset.header auf &quot;no&quot; setzen.</translation>
    </message>
    <message>
        <source>%1: training and validation pictures differ in size</source>
        <translation>%1: Bilder zum Training und zur Validierung sind verschieden groß</translation>
    </message>
    <message>
        <source>%1: there is nothing to go on from; a checkpoint would be %2</source>
        <translation>%1: Es gibt nichts zum Fortsetzen; ein Checkpoint wäre %2</translation>
    </message>
    <message>
        <source>%1: values of another type, expected uint8; use dataset.kind &quot;idx&quot;</source>
        <translation>%1: Werte eines anderen Typs, erwartet: uint8; dataset.kind &quot;idx&quot; verwenden</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>%1; expected a TorchScript file: %2</source>
        <translation>%1; erwartet: eine TorchScript-Datei: %2</translation>
    </message>
    <message>
        <source>%1; for %2 classes and targets %3 a score a class is needed, classes in the second dimension</source>
        <translation>%1; bei %2 Klassen und Zielen %3 ist eine Bewertung je Klasse nötig, Klassen in der zweiten Dimension</translation>
    </message>
    <message>
        <source>%1; set dataset.path to a folder with a folder of pictures for each class</source>
        <translation>%1; dataset.path auf einen Ordner setzen, der für jede Klasse einen Ordner mit Bildern hat</translation>
    </message>
    <message>
        <source>%1[.gz]: no such file; install the package %2, or set dataset.path to the folder that has the four IDX files</source>
        <translation>%1[.gz]: keine solche Datei; das Paket %2 installieren oder dataset.path auf den Ordner mit den vier IDX-Dateien setzen</translation>
    </message>
    <message>
        <source>, did you mean %1?</source>
        <translation>, war %1 gemeint?</translation>
    </message>
    <message>
        <source>--set %1: expected path=value, such as optimizer.lr=0.1</source>
        <translation>--set %1: erwartet: Pfad=Wert, etwa optimizer.lr=0.1</translation>
    </message>
    <message>
        <source>--set %1: nothing can stand below %2</source>
        <translation>--set %1: Unter %2 kann nichts stehen</translation>
    </message>
    <message>
        <source>A %1 needs pictures: training an mlp on the points instead.</source>
        <translation>%1 braucht Bilder: Stattdessen wird ein mlp auf den Punkten trainiert.</translation>
    </message>
    <message>
        <source>Epoch %1 begins anew: its samples, their order or its ticks are others.</source>
        <translation>Epoche %1 beginnt neu: Ihre Beispiele, deren Reihenfolge oder ihre Ticks sind andere.</translation>
    </message>
    <message>
        <source>Fashion-MNIST is not installed (%1): training on spirals instead. Install the package %2 for the pictures.</source>
        <translation>Fashion-MNIST ist nicht installiert (%1): Stattdessen wird auf Spiralen trainiert. Für die Bilder das Paket %2 installieren.</translation>
    </message>
    <message>
        <source>Goes on from epoch %1, step %2.</source>
        <translation>Geht weiter ab Epoche %1, Schritt %2.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>Ist ein Ordner</translation>
    </message>
    <message>
        <source>Layer &quot;%1&quot;: %2; it is not measured.</source>
        <translation>Schicht „%1“: %2; gemessen wird das nicht.</translation>
    </message>
    <message>
        <source>LibTorch %1 cannot open it: %2</source>
        <translation>LibTorch %1 kann sie nicht öffnen: %2</translation>
    </message>
    <message>
        <source>LossMetrics: the model has no module &quot;%1&quot; that can be watched (its setting &quot;loss_module&quot;); the loss is not shown.</source>
        <translation>LossMetrics: Das Modell hat kein Modul &quot;%1&quot;, das sich beobachten ließe (Einstellung &quot;loss_module&quot;); der Verlust wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
    <message>
        <source>Nesterov momentum needs a momentum greater than 0</source>
        <translation>Nesterov-Momentum braucht ein Momentum größer als 0</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>Kein Platz auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>Lenses will measure nothing: the training has %1 ticks, and inspector.active_every is %2.</source>
        <translation>Linsen messen nichts: Das Training hat %1 Ticks, und inspector.active_every ist %2.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>Keine Berechtigung</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem ist schreibgeschützt</translation>
    </message>
    <message>
        <source>The checkpoint could not be written; the training goes on. %1</source>
        <translation>Der Checkpoint ließ sich nicht schreiben; das Training geht weiter. %1</translation>
    </message>
    <message>
        <source>The last batch of each epoch would have one sample, too few for batch normalisation: it is left out.</source>
        <translation>Der letzte Batch jeder Epoche hätte ein einziges Beispiel, zu wenig für die Batch-Normalisierung: Er wird ausgelassen.</translation>
    </message>
    <message>
        <source>The loss became %1 in epoch %2, step %3. Training goes on; a smaller learning rate may help.</source>
        <translation>Der Verlust wurde %1 in Epoche %2, Schritt %3. Das Training geht weiter; eine kleinere Lernrate hilft vielleicht.</translation>
    </message>
    <message>
        <source>The model&apos;s file is not the one that the checkpoint was written from: parameters and buffers are the checkpoint&apos;s, all else is as in the file.</source>
        <translation>Die Modelldatei ist nicht die, von der der Checkpoint stammt: Parameter und Puffer sind die des Checkpoints, alles andere ist wie in der Datei.</translation>
    </message>
    <message>
        <source>The optimizer starts afresh: it was %1 and is %2.</source>
        <translation>Der Optimierer beginnt von vorn: Er war %1 und ist %2.</translation>
    </message>
    <message>
        <source>a %1 needs pictures, %2; use &quot;mlp&quot;</source>
        <translation>%1 braucht Bilder, aber %2; &quot;mlp&quot; verwenden</translation>
    </message>
    <message>
        <source>a TagAttributes</source>
        <translation>ein TagAttributes</translation>
    </message>
    <message>
        <source>a TagType</source>
        <translation>ein TagType</translation>
    </message>
    <message>
        <source>a TorchScript file</source>
        <translation>eine TorchScript-Datei</translation>
    </message>
    <message>
        <source>a blob of %1 bytes, expected a multiple of %2</source>
        <translation>ein Datenblock von %1 Bytes, erwartet: ein Vielfaches von %2</translation>
    </message>
    <message>
        <source>a chunk of %1 values with an index that does not fit</source>
        <translation>ein Stück von %1 Werten mit unpassendem Verzeichnis</translation>
    </message>
    <message>
        <source>a chunk of a series that is not there</source>
        <translation>ein Stück einer Reihe, die es nicht gibt</translation>
    </message>
    <message>
        <source>a chunk of ticks that are not there</source>
        <translation>ein Stück mit Ticks, die es nicht gibt</translation>
    </message>
    <message>
        <source>a chunk with a wrong number of values</source>
        <translation>ein Stück mit einer falschen Zahl von Werten</translation>
    </message>
    <message>
        <source>a chunk with impossible numbers</source>
        <translation>ein Stück mit unmöglichen Zahlen</translation>
    </message>
    <message>
        <source>a chunk with more values than ticks</source>
        <translation>ein Stück mit mehr Werten als Ticks</translation>
    </message>
    <message>
        <source>a cnn needs pictures of channels x height x width, the data have %1 dimensions; use &quot;mlp&quot;</source>
        <translation>cnn braucht Bilder aus Kanälen x Höhe x Breite, die Daten haben %1 Dimensionen; &quot;mlp&quot; verwenden</translation>
    </message>
    <message>
        <source>a conditional trace needs a condition of the observation&apos;s shape beside it; watch the two with a MultiStateMonitor</source>
        <translation>eine bedingte Spur braucht neben der Beobachtung eine Bedingung von deren Form; beide mit einem MultiStateMonitor beobachten</translation>
    </message>
    <message>
        <source>a dict</source>
        <translation>ein Dict</translation>
    </message>
    <message>
        <source>a dimension of size %1, expected a positive one with at most 16 GiB of values in all</source>
        <translation>eine Dimension der Größe %1, erwartet: eine positive mit zusammen höchstens 16 GiB an Werten</translation>
    </message>
    <message>
        <source>a file in UTF-8</source>
        <translation>eine Datei in UTF-8</translation>
    </message>
    <message>
        <source>a file of CIFAR-10&apos;s binary version</source>
        <translation>eine Datei der Binärversion von CIFAR-10</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>ein Ordner</translation>
    </message>
    <message>
        <source>a tick with unequal numbers of times and values</source>
        <translation>ein Tick mit ungleicher Zahl von Zeiten und Werten</translation>
    </message>
    <message>
        <source>a header of %1 bytes</source>
        <translation>ein Kopf von %1 Bytes</translation>
    </message>
    <message>
        <source>a header of %1 bytes, expected at most 65536</source>
        <translation>ein Kopf von %1 Bytes, erwartet: höchstens 65536</translation>
    </message>
    <message>
        <source>a histogram with limits that do not fit its counts</source>
        <translation>ein Histogramm mit Grenzen, die nicht zu seinen Anzahlen passen</translation>
    </message>
    <message>
        <source>a journal of %1 ticks with %2 values</source>
        <translation>ein Journal von %1 Ticks mit %2 Werten</translation>
    </message>
    <message>
        <source>a journal of %1 values with %2 times</source>
        <translation>ein Journal von %1 Werten mit %2 Zeiten</translation>
    </message>
    <message>
        <source>a label</source>
        <translation>ein Linienname</translation>
    </message>
    <message>
        <source>a layer with an impossible size in its shape</source>
        <translation>eine Schicht mit einer unmöglichen Größe in ihrer Form</translation>
    </message>
    <message>
        <source>a layer with a shape beyond all memory</source>
        <translation>eine Schicht, deren Form jeden Speicher übersteigt</translation>
    </message>
    <message>
        <source>a layer with a shape that is not a list of whole numbers</source>
        <translation>eine Schicht, deren Form keine Liste ganzer Zahlen ist</translation>
    </message>
    <message>
        <source>a layer&apos;s name</source>
        <translation>der Name einer Schicht</translation>
    </message>
    <message>
        <source>a lens can be listed once</source>
        <translation>eine Linse kann einmal aufgeführt sein</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a map gave %1 tensors; expected an observation, and a condition if the reducer takes one</source>
        <translation>eine Abbildung ergab %1 Tensoren; erwartet: eine Beobachtung, und eine Bedingung, wenn der Reduzierer eine nimmt</translation>
    </message>
    <message>
        <source>a monitor needs a reducer</source>
        <translation>ein Monitor braucht einen Reduzierer</translation>
    </message>
    <message>
        <source>a name of %1 bytes, expected at most %2; shorten them</source>
        <translation>ein Name von %1 Bytes, erwartet: höchstens %2; bitte kürzen</translation>
    </message>
    <message>
        <source>a name of several lines, expected one; the rest may go into the notes</source>
        <translation>ein Name von mehreren Zeilen, erwartet: eine; der Rest kann in die Notizen</translation>
    </message>
    <message>
        <source>a node of a pyramid that is not finite</source>
        <translation>ein Knoten einer Pyramide, der nicht endlich ist</translation>
    </message>
    <message>
        <source>a number, or a row of numbers, of each sample</source>
        <translation>eine Zahl oder eine Zeile von Zahlen je Beispiel</translation>
    </message>
    <message>
        <source>a plug-in&apos;s training has no checkpoints</source>
        <translation>ein Training eines Plug-ins hat keine Checkpoints</translation>
    </message>
    <message>
        <source>a plug-in, a shared library</source>
        <translation>ein Plug-in, eine dynamische Bibliothek</translation>
    </message>
    <message>
        <source>a pyramid of %1 bytes over %2 values</source>
        <translation>eine Pyramide von %1 Bytes über %2 Werte</translation>
    </message>
    <message>
        <source>a quote that opens in this row is not closed</source>
        <translation>ein Anführungszeichen, das in dieser Zeile öffnet, wird nicht geschlossen</translation>
    </message>
    <message>
        <source>a range&apos;s label</source>
        <translation>der Name eines Bereichs</translation>
    </message>
    <message>
        <source>a resnet needs pictures of channels x height x width, the data have %1 dimensions; use &quot;mlp&quot;</source>
        <translation>resnet braucht Bilder aus Kanälen x Höhe x Breite, die Daten haben %1 Dimensionen; &quot;mlp&quot; verwenden</translation>
    </message>
    <message>
        <source>a row of more than 64 MiB, expected a table as CSV</source>
        <translation>eine Zeile von mehr als 64 MiB, erwartet: eine CSV-Tabelle</translation>
    </message>
    <message>
        <source>a second %1</source>
        <translation>ein zweites Mal %1</translation>
    </message>
    <message>
        <source>a second %1; %2</source>
        <translation>ein zweites Mal %1; %2</translation>
    </message>
    <message>
        <source>a series of a tag that is not there</source>
        <translation>eine Reihe eines Tags, den es nicht gibt</translation>
    </message>
    <message>
        <source>a series of an unknown role</source>
        <translation>eine Reihe mit unbekannter Rolle</translation>
    </message>
    <message>
        <source>a single number, expected an array of samples</source>
        <translation>eine einzelne Zahl, erwartet: ein Array von Beispielen</translation>
    </message>
    <message>
        <source>a single sample cannot be split into training and validation; at least two are needed</source>
        <translation>ein einzelnes Beispiel lässt sich nicht in Training und Validierung teilen; mindestens zwei sind nötig</translation>
    </message>
    <message>
        <source>a table as CSV</source>
        <translation>eine CSV-Tabelle</translation>
    </message>
    <message>
        <source>a table has rows of numbers</source>
        <translation>eine Tabelle hat Zeilen von Zahlen</translation>
    </message>
    <message>
        <source>a table of several types, expected one type of numbers; save its columns as one array, such as numpy.stack(…)</source>
        <translation>eine Tabelle mehrerer Typen, erwartet: ein Zahlentyp; die Spalten als ein Array speichern, etwa mit numpy.stack(…)</translation>
    </message>
    <message>
        <source>a tally of a series that is not there</source>
        <translation>eine Zählung einer Reihe, die es nicht gibt</translation>
    </message>
    <message>
        <source>a tally of more values than there are ticks</source>
        <translation>eine Zählung von mehr Werten, als es Ticks gibt</translation>
    </message>
    <message>
        <source>a tensor with more or fewer values than its shape says</source>
        <translation>ein Tensor mit mehr oder weniger Werten, als seine Form angibt</translation>
    </message>
    <message>
        <source>a text in UTF-8</source>
        <translation>ein Text in UTF-8</translation>
    </message>
    <message>
        <source>a text of %1 tokens, expected at most %2</source>
        <translation>ein Text von %1 Token, erwartet: höchstens %2</translation>
    </message>
    <message>
        <source>a tick is replaced that is not there</source>
        <translation>ein Tick wird ersetzt, den es nicht gibt</translation>
    </message>
    <message>
        <source>a time that is out of range</source>
        <translation>eine Zeit außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>a transformer needs a text, %1 is none; use %2, or the dataset.kind &quot;text&quot;</source>
        <translation>ein transformer braucht einen Text, %1 ist keiner; %2 verwenden oder dataset.kind &quot;text&quot;</translation>
    </message>
    <message>
        <source>a width of %1 cannot be divided among %2 heads</source>
        <translation>eine Breite von %1 lässt sich nicht auf %2 Köpfe verteilen</translation>
    </message>
    <message>
        <source>all samples are of the class %1, expected at least two classes</source>
        <translation>alle Beispiele haben die Klasse %1, erwartet: mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>alpha: expected more than 0, at most 1</source>
        <translation>alpha: erwartet: mehr als 0, höchstens 1</translation>
    </message>
    <message>
        <source>an .npy file</source>
        <translation>eine .npy-Datei</translation>
    </message>
    <message>
        <source>an .npy file of version %1.%2, expected 1.0, 2.0 or 3.0</source>
        <translation>eine .npy-Datei der Version %1.%2, erwartet: 1.0, 2.0 oder 3.0</translation>
    </message>
    <message>
        <source>an .npy file, or the name of an array of dataset.path</source>
        <translation>eine .npy-Datei oder der Name eines Arrays von dataset.path</translation>
    </message>
    <message>
        <source>an .npz archive</source>
        <translation>ein .npz-Archiv</translation>
    </message>
    <message>
        <source>an IDX file</source>
        <translation>eine IDX-Datei</translation>
    </message>
    <message>
        <source>an int</source>
        <translation>ein int</translation>
    </message>
    <message>
        <source>an observation of shape %1 came where the history has %2; clear it first</source>
        <translation>eine Beobachtung der Form %1 kam, wo die Vorgeschichte %2 hat; sie zuerst leeren</translation>
    </message>
    <message>
        <source>an unexpected %1 &quot;%2&quot;</source>
        <translation>etwas Unerwartetes: %1 &quot;%2&quot;</translation>
    </message>
    <message>
        <source>an unknown key &quot;%1&quot;</source>
        <translation>ein unbekannter Schlüssel &quot;%1&quot;</translation>
    </message>
    <message>
        <source>appends</source>
        <translation>hängt an</translation>
    </message>
    <message>
        <source>asks for %1; a recording needs only collections.OrderedDict and monitorch&apos;s TagAttributes and TagType; nothing was executed</source>
        <translation>verlangt %1; eine Aufzeichnung braucht nur collections.OrderedDict sowie TagAttributes und TagType von monitorch; nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>asks for a global with a name longer than %1 bytes; nothing was executed</source>
        <translation>verlangt etwas Globales, dessen Name länger als %1 Bytes ist; nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>asks for a global with a name that is not text; nothing was executed</source>
        <translation>verlangt etwas Globales, dessen Name kein Text ist; nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>asks for builtins.getattr of a value that is not a member of TagType; nothing was executed</source>
        <translation>verlangt builtins.getattr von einem Wert, der nicht zu TagType gehört; nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>batch_size: batch normalisation needs batches of at least two samples; use a larger one, or the model.norm &quot;layer&quot;</source>
        <translation>batch_size: Batch-Normalisierung braucht Batches von mindestens zwei Beispielen; größer wählen oder model.norm &quot;layer&quot;</translation>
    </message>
    <message>
        <source>begins a frame of %1 bytes; expected 1 to %2</source>
        <translation>beginnt einen Rahmen von %1 Bytes; erwartet: 1 bis %2</translation>
    </message>
    <message>
        <source>begins a frame within a frame</source>
        <translation>beginnt einen Rahmen in einem Rahmen</translation>
    </message>
    <message>
        <source>being recorded by %1</source>
        <translation>in Aufzeichnung durch %1</translation>
    </message>
    <message>
        <source>buffers of other layers than there are</source>
        <translation>Puffer anderer Schichten, als es gibt</translation>
    </message>
    <message>
        <source>building the model</source>
        <translation>Modell wird gebaut</translation>
    </message>
    <message>
        <source>byte %1</source>
        <translation>Byte %1</translation>
    </message>
    <message>
        <source>byte %1: %2 begins no valid character, expected a text in UTF-8; convert it, as iconv does</source>
        <translation>Byte %1: %2 beginnt kein gültiges Zeichen, erwartet: ein Text in UTF-8; umwandeln, etwa mit iconv</translation>
    </message>
    <message>
        <source>byte %1: cannot be read on, expected %2 bytes</source>
        <translation>Byte %1: lässt sich nicht weiter lesen, erwartet: %2 Bytes</translation>
    </message>
    <message>
        <source>calls of &quot;%1&quot; are skipped: no visualizer of monitorch is known to have it</source>
        <translation>Aufrufe von &quot;%1&quot; werden übergangen: Kein Visualizer von monitorch hat das, soweit bekannt</translation>
    </message>
    <message>
        <source>cannot be changed (%1)</source>
        <translation>lässt sich nicht ändern (%1)</translation>
    </message>
    <message>
        <source>cannot be changed (%1); check the permissions of its folder</source>
        <translation>lässt sich nicht ändern (%1); die Rechte des Ordners prüfen</translation>
    </message>
    <message>
        <source>cannot be changed where it lies (%1); use Save a Copy and change the copy</source>
        <translation>lässt sich an seinem Ort nicht ändern (%1); „Kopie speichern“ verwenden und die Kopie ändern</translation>
    </message>
    <message>
        <source>cannot be changed: %1</source>
        <translation>lässt sich nicht ändern: %1</translation>
    </message>
    <message>
        <source>cannot be created</source>
        <translation>lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>cannot be created: %1</source>
        <translation>lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>cannot be created: %1 lies there, of a run that was moved away without it; move it to that run, or choose another name</source>
        <translation>lässt sich nicht anlegen: %1 liegt dort, von einem Lauf, der ohne sie verschoben wurde; zu jenem Lauf schieben oder einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>cannot be loaded: %1</source>
        <translation>lässt sich nicht laden: %1</translation>
    </message>
    <message>
        <source>cannot be opened: %1</source>
        <translation>lässt sich nicht öffnen: %1</translation>
    </message>
    <message>
        <source>cannot be read on</source>
        <translation>lässt sich nicht weiter lesen</translation>
    </message>
    <message>
        <source>cannot be read on (%1)</source>
        <translation>lässt sich nicht weiter lesen (%1)</translation>
    </message>
    <message>
        <source>cannot be read on, expected %1 bytes</source>
        <translation>lässt sich nicht weiter lesen, erwartet: %1 Bytes</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>cannot be read; check its permissions</source>
        <translation>lässt sich nicht lesen; die Rechte prüfen</translation>
    </message>
    <message>
        <source>cannot be renamed: %1</source>
        <translation>lässt sich nicht umbenennen: %1</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>lässt sich nicht schreiben</translation>
    </message>
    <message>
        <source>cannot be written (%1)</source>
        <translation>lässt sich nicht schreiben (%1)</translation>
    </message>
    <message>
        <source>cannot be written: %1</source>
        <translation>lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>changed while it was replayed; replay it again</source>
        <translation>hat sich während der Wiedergabe geändert; noch einmal wiedergeben</translation>
    </message>
    <message>
        <source>character %1 of the .npy header: %2</source>
        <translation>Zeichen %1 des .npy-Kopfs: %2</translation>
    </message>
    <message>
        <source>check dataset.delimiter</source>
        <translation>dataset.delimiter prüfen</translation>
    </message>
    <message>
        <source>check dataset.ignore</source>
        <translation>dataset.ignore prüfen</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>Spalte %1</translation>
    </message>
    <message>
        <source>column %1 (%2): %3</source>
        <translation>Spalte %1 (%2): %3</translation>
    </message>
    <message>
        <source>column %1 is dataset.target, and listed in dataset.ignore</source>
        <translation>Spalte %1 ist dataset.target und in dataset.ignore aufgeführt</translation>
    </message>
    <message>
        <source>column %1 is listed twice in dataset.target</source>
        <translation>Spalte %1 ist zweimal in dataset.target aufgeführt</translation>
    </message>
    <message>
        <source>column %1: %2</source>
        <translation>Spalte %1: %2</translation>
    </message>
    <message>
        <source>copied while it was being recorded</source>
        <translation>während der Aufzeichnung kopiert</translation>
    </message>
    <message>
        <source>criterion: expected one</source>
        <translation>criterion: erwartet: eines</translation>
    </message>
    <message>
        <source>device: cuda was asked for, and this LibTorch finds no CUDA device; use &quot;auto&quot; or &quot;cpu&quot;</source>
        <translation>device: cuda wurde verlangt, aber dieses LibTorch findet kein CUDA-Gerät; &quot;auto&quot; oder &quot;cpu&quot; verwenden</translation>
    </message>
    <message>
        <source>dimension %1 of size %2, expected a positive one with at most 4 GiB of values in all</source>
        <translation>Dimension %1 der Größe %2, erwartet: eine positive mit zusammen höchstens 4 GiB an Werten</translation>
    </message>
    <message>
        <source>duration: expected 0 or more</source>
        <translation>duration: erwartet: 0 oder mehr</translation>
    </message>
    <message>
        <source>duration: more than 1,000,000,000 observations; expected fewer</source>
        <translation>duration: mehr als 1.000.000.000 Beobachtungen; erwartet: weniger</translation>
    </message>
    <message>
        <source>ends before the frame that ends at byte %1 of the record</source>
        <translation>endet vor dem Rahmen, der bei Byte %1 des Datensatzes endet</translation>
    </message>
    <message>
        <source>ends with %1 values, expected one</source>
        <translation>endet mit %1 Werten, erwartet: einer</translation>
    </message>
    <message>
        <source>ends within a record: it begins at byte %1, and %2 bytes of it are there</source>
        <translation>endet in einem Datensatz: Er beginnt bei Byte %1, und %2 Bytes davon sind da</translation>
    </message>
    <message>
        <source>epochs: the training has had its %1 epochs; set epochs higher to train on</source>
        <translation>epochs: Das Training hatte seine %1 Epochen; epochs höher setzen, um weiter zu trainieren</translation>
    </message>
    <message>
        <source>exists already (its recording was interrupted: %1); choose another name, or move it away with the files beside it</source>
        <translation>gibt es schon (die Aufzeichnung wurde unterbrochen: %1); einen anderen Namen wählen oder die Datei mit den Dateien daneben wegschieben</translation>
    </message>
    <message>
        <source>exists already; choose another name, or move it away with the files beside it</source>
        <translation>gibt es schon; einen anderen Namen wählen oder die Datei mit den Dateien daneben wegschieben</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>erwartet: %1</translation>
    </message>
    <message>
        <source>expected , or )</source>
        <translation>erwartet: , oder )</translation>
    </message>
    <message>
        <source>expected , or }</source>
        <translation>erwartet: , oder }</translation>
    </message>
    <message>
        <source>expected True or False</source>
        <translation>erwartet: True oder False</translation>
    </message>
    <message>
        <source>expected a text in quotes</source>
        <translation>erwartet: ein Text in Anführungszeichen</translation>
    </message>
    <message>
        <source>expected at most 32 sizes of at most 18 digits</source>
        <translation>erwartet: höchstens 32 Größen von höchstens 18 Ziffern</translation>
    </message>
    <message>
        <source>expected descr, fortran_order and shape</source>
        <translation>erwartet: descr, fortran_order und shape</translation>
    </message>
    <message>
        <source>expected nothing after }</source>
        <translation>erwartet: nichts nach }</translation>
    </message>
    <message>
        <source>found &quot;&quot;, expected %1</source>
        <translation>gefunden: &quot;&quot;, erwartet: %1</translation>
    </message>
    <message>
        <source>found &quot;&quot;, expected a parameter or buffer, such as weight or running_mean</source>
        <translation>gefunden: &quot;&quot;, erwartet: ein Parameter oder Puffer, etwa weight oder running_mean</translation>
    </message>
    <message>
        <source>found &quot;&quot;, expected one with dataset.validation_%1</source>
        <translation>gefunden: &quot;&quot;, erwartet: etwas, wenn dataset.validation_%1 gesetzt ist</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;, a text needs &quot;transformer&quot;</source>
        <translation>gefunden: &quot;%1&quot;, ein Text braucht &quot;transformer&quot;</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;, expected a comparison such as &quot;x &gt; 0.5&quot; or &quot;|x| &lt;= 0.001&quot;, with one of &gt;, &gt;=, &lt;, &lt;=, ==, !=</source>
        <translation>gefunden: &quot;%1&quot;, erwartet: ein Vergleich wie &quot;x &gt; 0.5&quot; oder &quot;|x| &lt;= 0.001&quot;, mit &gt;, &gt;=, &lt;, &lt;=, == oder !=</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;; a MultiStateMonitor gives a condition beside each observation: use ConditionalNearestTrace or ConditionalCumulativeTrace</source>
        <translation>gefunden: &quot;%1&quot;; ein MultiStateMonitor gibt zu jeder Beobachtung eine Bedingung: ConditionalNearestTrace oder ConditionalCumulativeTrace verwenden</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;; a plug-in brings its own data: use &quot;plugin&quot;</source>
        <translation>gefunden: &quot;%1&quot;; ein Plug-in bringt eigene Daten mit: &quot;plugin&quot; verwenden</translation>
    </message>
    <message>
        <source>found &quot;%1&quot;; only a MultiStateMonitor gives the condition that it needs</source>
        <translation>gefunden: &quot;%1&quot;; nur ein MultiStateMonitor gibt die Bedingung, die dafür nötig ist</translation>
    </message>
    <message>
        <source>found %1 columns, and a classification predicts one; set dataset.task to &quot;regression&quot; if they are numbers</source>
        <translation>gefunden: %1 Spalten, aber eine Klassifikation sagt eine voraus; dataset.task auf &quot;regression&quot; setzen, wenn es Zahlen sind</translation>
    </message>
    <message>
        <source>found %1, a category that no row of %2 has</source>
        <translation>gefunden: %1, eine Kategorie, die keine Zeile von %2 hat</translation>
    </message>
    <message>
        <source>found %1, a class that no row of %2 has</source>
        <translation>gefunden: %1, eine Klasse, die keine Zeile von %2 hat</translation>
    </message>
    <message>
        <source>found %1, expected %2 numbers, one for each of model.widths</source>
        <translation>gefunden: %1, erwartet: %2 Zahlen, eine für jede von model.widths</translation>
    </message>
    <message>
        <source>found %1, expected a divisor of model.width (%2)</source>
        <translation>gefunden: %1, erwartet: ein Teiler von model.width (%2)</translation>
    </message>
    <message>
        <source>found %1, expected a list</source>
        <translation>gefunden: %1, erwartet: eine Liste</translation>
    </message>
    <message>
        <source>found %1, expected a number</source>
        <translation>gefunden: %1, erwartet: eine Zahl</translation>
    </message>
    <message>
        <source>found %1, expected a number from %2 to %3</source>
        <translation>gefunden: %1, erwartet: eine Zahl von %2 bis %3</translation>
    </message>
    <message>
        <source>found %1, expected a number greater than 0, at most %2</source>
        <translation>gefunden: %1, erwartet: eine Zahl größer als 0, höchstens %2</translation>
    </message>
    <message>
        <source>found %1, expected a number of magnitude up to 3.4e38</source>
        <translation>gefunden: %1, erwartet: eine Zahl vom Betrag bis 3,4e38</translation>
    </message>
    <message>
        <source>found %1, expected a number; list the column in dataset.categories or dataset.ignore</source>
        <translation>gefunden: %1, erwartet: eine Zahl; die Spalte in dataset.categories oder dataset.ignore aufführen</translation>
    </message>
    <message>
        <source>found %1, expected a number; set dataset.task to &quot;classification&quot; if these are classes</source>
        <translation>gefunden: %1, erwartet: eine Zahl; dataset.task auf &quot;classification&quot; setzen, wenn das Klassen sind</translation>
    </message>
    <message>
        <source>found %1, expected a text</source>
        <translation>gefunden: %1, erwartet: ein Text</translation>
    </message>
    <message>
        <source>found %1, expected a text in UTF-8</source>
        <translation>gefunden: %1, erwartet: ein Text in UTF-8</translation>
    </message>
    <message>
        <source>found %1, expected a whole number</source>
        <translation>gefunden: %1, erwartet: eine ganze Zahl</translation>
    </message>
    <message>
        <source>found %1, expected an object</source>
        <translation>gefunden: %1, erwartet: ein Objekt</translation>
    </message>
    <message>
        <source>found %1, expected an odd number</source>
        <translation>gefunden: %1, erwartet: eine ungerade Zahl</translation>
    </message>
    <message>
        <source>found %1, expected at least one layer of neurons</source>
        <translation>gefunden: %1, erwartet: mindestens eine Schicht von Neuronen</translation>
    </message>
    <message>
        <source>found %1, expected at least one stage</source>
        <translation>gefunden: %1, erwartet: mindestens eine Stufe</translation>
    </message>
    <message>
        <source>found %1, expected one of %2</source>
        <translation>gefunden: %1, erwartet: eines von %2</translation>
    </message>
    <message>
        <source>found %1, expected true or false</source>
        <translation>gefunden: %1, erwartet: true oder false</translation>
    </message>
    <message>
        <source>found %1, expected two: the observed value and its condition</source>
        <translation>gefunden: %1, erwartet: zwei: der beobachtete Wert und seine Bedingung</translation>
    </message>
    <message>
        <source>found %1, this Lensboard reads up to %2; open it with a newer one</source>
        <translation>gefunden: %1, dieses Lensboard liest bis %2; mit einem neueren öffnen</translation>
    </message>
    <message>
        <source>found [], expected a column</source>
        <translation>gefunden: [], erwartet: eine Spalte</translation>
    </message>
    <message>
        <source>found a zero byte, expected a table as CSV</source>
        <translation>gefunden: ein Null-Byte, erwartet: eine CSV-Tabelle</translation>
    </message>
    <message>
        <source>found byte %1 where a pickle begins with 0x80</source>
        <translation>hat Byte %1, wo ein Pickle mit 0x80 beginnt</translation>
    </message>
    <message>
        <source>found numbers that are not whole, expected class numbers; set dataset.task to &quot;regression&quot;</source>
        <translation>gefunden: Zahlen, die nicht ganz sind, erwartet: Klassennummern; dataset.task auf &quot;regression&quot; setzen</translation>
    </message>
    <message>
        <source>found the tokens %1 to %2, expected numbers from 0 to %3</source>
        <translation>gefunden: Token von %1 bis %2, erwartet: Zahlen von 0 bis %3</translation>
    </message>
    <message>
        <source>give it another name</source>
        <translation>ihm einen anderen Namen geben</translation>
    </message>
    <message>
        <source>goes beyond the frame that ends at byte %1 of the record</source>
        <translation>reicht über den Rahmen hinaus, der bei Byte %1 des Datensatzes endet</translation>
    </message>
    <message>
        <source>goes past the end of the file</source>
        <translation>reicht über das Ende der Datei hinaus</translation>
    </message>
    <message>
        <source>going on from %1</source>
        <translation>Weiter ab %1</translation>
    </message>
    <message>
        <source>gradient of its input</source>
        <translation>Gradient der Eingabe</translation>
    </message>
    <message>
        <source>gradient of its output</source>
        <translation>Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>has %1 bytes, expected at most 1 GiB; take a part of it</source>
        <translation>hat %1 Bytes, erwartet: höchstens 1 GiB; einen Teil davon nehmen</translation>
    </message>
    <message>
        <source>has %1 columns, but none for inputs; %2</source>
        <translation>hat %1 Spalten, aber keine für Eingaben; %2</translation>
    </message>
    <message>
        <source>has %1 folders, expected one of pictures for each of at least two classes</source>
        <translation>hat %1 Ordner, erwartet: je einer mit Bildern für mindestens zwei Klassen</translation>
    </message>
    <message>
        <source>has %1 packed bytes, more than the file holds; get a new copy of the file</source>
        <translation>hat %1 gepackte Bytes, mehr als die Datei enthält; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>has %1 targets, expected one for each of the %2 samples of %3</source>
        <translation>hat %1 Ziele, erwartet: eines für jedes der %2 Beispiele von %3</translation>
    </message>
    <message>
        <source>has a class &quot;%1&quot; that the folder for training lacks</source>
        <translation>hat eine Klasse &quot;%1&quot;, die dem Ordner zum Training fehlt</translation>
    </message>
    <message>
        <source>has a header and no rows</source>
        <translation>hat eine Kopfzeile und keine Zeilen</translation>
    </message>
    <message>
        <source>has more than 256 MiB, expected a picture</source>
        <translation>hat mehr als 256 MiB, erwartet: ein Bild</translation>
    </message>
    <message>
        <source>has no &quot;%1&quot;</source>
        <translation>hat kein &quot;%1&quot;</translation>
    </message>
    <message>
        <source>has no PNG or JPEG in its folders</source>
        <translation>hat in seinen Ordnern kein PNG oder JPEG</translation>
    </message>
    <message>
        <source>has no column %1 (dataset.%2)%3; it has %4 columns, %5</source>
        <translation>hat keine Spalte %1 (dataset.%2)%3; vorhanden: %4 Spalten, %5</translation>
    </message>
    <message>
        <source>has no data_batch_1.bin</source>
        <translation>hat kein data_batch_1.bin</translation>
    </message>
    <message>
        <source>has no header there; get the file anew</source>
        <translation>hat dort keinen Kopf; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>has no method &quot;forward&quot;; expected a model that takes a tensor</source>
        <translation>hat keine Methode &quot;forward&quot;; erwartet: ein Modell, das einen Tensor nimmt</translation>
    </message>
    <message>
        <source>has no rows without missing values</source>
        <translation>hat keine Zeilen ohne fehlende Werte</translation>
    </message>
    <message>
        <source>has nothing in it that could be named</source>
        <translation>enthält nichts, was einen Namen haben könnte</translation>
    </message>
    <message>
        <source>holds a NumPy array</source>
        <translation>enthält ein NumPy-Array</translation>
    </message>
    <message>
        <source>holds far more values than its %1 bytes can spell out</source>
        <translation>enthält weit mehr Werte, als seine %1 Bytes hergeben</translation>
    </message>
    <message>
        <source>holds more than %1 values</source>
        <translation>enthält mehr als %1 Werte</translation>
    </message>
    <message>
        <source>holds opcode %1, unexpected in plain data</source>
        <translation>enthält den Opcode %1, der in bloßen Daten unerwartet ist</translation>
    </message>
    <message>
        <source>holds weights (a state dict) without the model</source>
        <translation>enthält Gewichte (ein State-Dict) ohne das Modell</translation>
    </message>
    <message>
        <source>in Python, save the model itself with torch.jit.script(model).save(&quot;model.pt&quot;)</source>
        <translation>in Python das Modell selbst speichern, mit torch.jit.script(model).save(&quot;model.pt&quot;)</translation>
    </message>
    <message>
        <source>in the first tick of a new epoch</source>
        <translation>im ersten Tick einer neuen Epoche</translation>
    </message>
    <message>
        <source>infinite as float32</source>
        <translation>als float32 unendlich</translation>
    </message>
    <message>
        <source>interrupted before anything was written</source>
        <translation>unterbrochen, bevor etwas geschrieben wurde</translation>
    </message>
    <message>
        <source>is %1 x %2 pixels, %3 is %4 x %5; set dataset.size to make them alike</source>
        <translation>hat %1 x %2 Pixel, %3 hat %4 x %5; dataset.size setzen, um sie anzugleichen</translation>
    </message>
    <message>
        <source>is %1 x %2 pixels, expected at most 64 megapixels</source>
        <translation>hat %1 x %2 Pixel, erwartet: höchstens 64 Megapixel</translation>
    </message>
    <message>
        <source>is %1; choose another name</source>
        <translation>ist %1; einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>is %1; its name and notes can be changed when it is over</source>
        <translation>ist %1; Name und Notizen lassen sich ändern, wenn der Lauf vorbei ist</translation>
    </message>
    <message>
        <source>is a GGUF file with weights</source>
        <translation>ist eine GGUF-Datei mit Gewichten</translation>
    </message>
    <message>
        <source>is a TorchScript file for mobile devices (FlatBuffers) and cannot be trained</source>
        <translation>ist eine TorchScript-Datei für Mobilgeräte (FlatBuffers) und lässt sich nicht trainieren</translation>
    </message>
    <message>
        <source>is a TorchScript file of PyTorch 1.0 or 1.1; load and save it with torch.jit of a PyTorch up to 1.13</source>
        <translation>ist eine TorchScript-Datei von PyTorch 1.0 oder 1.1; mit torch.jit eines PyTorch bis 1.13 laden und speichern</translation>
    </message>
    <message>
        <source>is a folder, expected a Lensboard run (.lbrun)</source>
        <translation>ist ein Ordner, erwartet: ein Lensboard-Lauf (.lbrun)</translation>
    </message>
    <message>
        <source>is a folder; expected the name of a file</source>
        <translation>ist ein Ordner; erwartet: der Name einer Datei</translation>
    </message>
    <message>
        <source>is a pickle of protocol %1; 2 to 5 are read</source>
        <translation>ist ein Pickle des Protokolls %1; gelesen werden 2 bis 5</translation>
    </message>
    <message>
        <source>is a pickle; TorchScript files are zip archives</source>
        <translation>ist ein Pickle; TorchScript-Dateien sind ZIP-Archive</translation>
    </message>
    <message>
        <source>is a pickled model (torch.save(model)) with the class %1; only Python can open it</source>
        <translation>ist ein Modell als Pickle (torch.save(model)) mit der Klasse %1; nur Python kann es öffnen</translation>
    </message>
    <message>
        <source>is a program exported by torch.export and cannot be trained; %1</source>
        <translation>ist ein mit torch.export exportiertes Programm und lässt sich nicht trainieren; %1</translation>
    </message>
    <message>
        <source>is a safetensors file with weights, without the model</source>
        <translation>ist eine safetensors-Datei mit Gewichten, ohne das Modell</translation>
    </message>
    <message>
        <source>is a tar archive</source>
        <translation>ist ein tar-Archiv</translation>
    </message>
    <message>
        <source>is a text</source>
        <translation>ist ein Text</translation>
    </message>
    <message>
        <source>is a torch.package, readable only by Python; %1</source>
        <translation>ist ein torch.package, nur mit Python lesbar; %1</translation>
    </message>
    <message>
        <source>is a zip archive of something else; %1</source>
        <translation>ist ein ZIP-Archiv von etwas anderem; %1</translation>
    </message>
    <message>
        <source>is an HDF5 file, such as Keras writes</source>
        <translation>ist eine HDF5-Datei, wie Keras sie schreibt</translation>
    </message>
    <message>
        <source>is an ONNX model and cannot be trained</source>
        <translation>ist ein ONNX-Modell und lässt sich nicht trainieren</translation>
    </message>
    <message>
        <source>is an SQLite database of another program, not a Lensboard run (.lbrun)</source>
        <translation>ist eine SQLite-Datenbank eines anderen Programms, kein Lensboard-Lauf (.lbrun)</translation>
    </message>
    <message>
        <source>is being recorded, or its recording was interrupted; choose another name</source>
        <translation>wird aufgezeichnet, oder die Aufzeichnung wurde unterbrochen; einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>is being written by another process; try again</source>
        <translation>wird von einem anderen Prozess geschrieben; noch einmal versuchen</translation>
    </message>
    <message>
        <source>is compressed with gzip; decompress it first, if it holds a TorchScript file</source>
        <translation>ist mit gzip gepackt; zuerst entpacken, falls eine TorchScript-Datei darin ist</translation>
    </message>
    <message>
        <source>is cut short: %1 bytes of %2; restore it from a copy</source>
        <translation>ist abgeschnitten: %1 von %2 Bytes; aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>is damaged (%1); move it away, and labels can be written again</source>
        <translation>ist beschädigt (%1); wegschieben, dann lassen sich Namen und Notizen wieder schreiben</translation>
    </message>
    <message>
        <source>is damaged or cut short (%1); restore it from a copy</source>
        <translation>ist beschädigt oder abgeschnitten (%1); aus einer Kopie wiederherstellen</translation>
    </message>
    <message>
        <source>is damaged: %1</source>
        <translation>ist beschädigt: %1</translation>
    </message>
    <message>
        <source>is damaged: something in it is missing or out of range</source>
        <translation>ist beschädigt: Etwas darin fehlt oder liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>is damaged: something in it is of another kind than expected</source>
        <translation>ist beschädigt: Etwas darin ist von anderer Art als erwartet</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>is empty, expected a table as CSV</source>
        <translation>ist leer, erwartet: eine CSV-Tabelle</translation>
    </message>
    <message>
        <source>is encrypted, expected plain data</source>
        <translation>ist verschlüsselt, erwartet: offene Daten</translation>
    </message>
    <message>
        <source>is given twice, again in line %1; expected once</source>
        <translation>ist zweimal angegeben, noch einmal in Zeile %1; erwartet: einmal</translation>
    </message>
    <message>
        <source>is larger than 64 MiB, the limit for names and notes; move the file away</source>
        <translation>ist größer als 64 MiB, die Grenze für Namen und Notizen; die Datei wegschieben</translation>
    </message>
    <message>
        <source>is longer than %1 bytes, the limit for records</source>
        <translation>ist länger als %1 Bytes, die Grenze für Datensätze</translation>
    </message>
    <message>
        <source>is neither a PNG nor a JPEG</source>
        <translation>ist weder ein PNG noch ein JPEG</translation>
    </message>
    <message>
        <source>is nested more than %1 deep</source>
        <translation>ist tiefer als %1 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>is no JPEG that can be read: %1</source>
        <translation>ist kein lesbares JPEG: %1</translation>
    </message>
    <message>
        <source>is no PNG that can be read: %1</source>
        <translation>ist kein lesbares PNG: %1</translation>
    </message>
    <message>
        <source>is no checkpoint of a training</source>
        <translation>ist kein Checkpoint eines Trainings</translation>
    </message>
    <message>
        <source>is not a Lensboard run (.lbrun)</source>
        <translation>ist kein Lensboard-Lauf (.lbrun)</translation>
    </message>
    <message>
        <source>is not a file, expected a Lensboard run (.lbrun)</source>
        <translation>ist keine Datei, erwartet: ein Lensboard-Lauf (.lbrun)</translation>
    </message>
    <message>
        <source>is not a zip archive, as TorchScript files are</source>
        <translation>ist kein ZIP-Archiv, wie es TorchScript-Dateien sind</translation>
    </message>
    <message>
        <source>is of TorchScript&apos;s format %1, LibTorch %2 reads up to %3; save it with an older PyTorch, or use a newer LibTorch</source>
        <translation>hat das TorchScript-Format %1, LibTorch %2 liest bis %3; mit einem älteren PyTorch speichern oder ein neueres LibTorch verwenden</translation>
    </message>
    <message>
        <source>is of format %1, unknown to this Lensboard; use a newer Lensboard</source>
        <translation>hat das Format %1, das dieses Lensboard nicht kennt; ein neueres Lensboard verwenden</translation>
    </message>
    <message>
        <source>is of run format 1 and cannot be changed; use Save a Copy and change the copy</source>
        <translation>hat das Laufformat 1 und lässt sich nicht ändern; „Kopie speichern“ verwenden und die Kopie ändern</translation>
    </message>
    <message>
        <source>is packed by method %1, expected 0 (stored) or 8 (deflated)</source>
        <translation>ist mit Methode %1 gepackt, erwartet: 0 (ungepackt) oder 8 (deflate)</translation>
    </message>
    <message>
        <source>has a stated size of %1 bytes, impossible for its %2 packed bytes; get a new copy of the file</source>
        <translation>hat laut Verzeichnis %1 Bytes, was bei %2 gepackten Bytes unmöglich ist; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>it lacks the table &quot;%1&quot;</source>
        <translation>die Tabelle &quot;%1&quot; fehlt</translation>
    </message>
    <message>
        <source>its %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>its categories make too many columns: %1, with %2 rows; list some columns in dataset.ignore</source>
        <translation>die Kategorien ergeben zu viele Spalten: %1, mit %2 Zeilen; einige Spalten in dataset.ignore aufführen</translation>
    </message>
    <message>
        <source>its forward takes (%1), expected one tensor; wrap it in a module that takes a tensor</source>
        <translation>forward nimmt (%1), erwartet: ein Tensor; mit einem Modul umgeben, das einen Tensor nimmt</translation>
    </message>
    <message>
        <source>its output</source>
        <translation>die Ausgabe</translation>
    </message>
    <message>
        <source>lacks the column %1 (column %2 of %3); expected the same columns, in any order</source>
        <translation>es fehlt die Spalte %1 (Spalte %2 von %3); erwartet: dieselben Spalten in beliebiger Reihenfolge</translation>
    </message>
    <message>
        <source>lacks the key &quot;%1&quot; (%2)</source>
        <translation>es fehlt der Schlüssel &quot;%1&quot; (%2)</translation>
    </message>
    <message>
        <source>lacks the key &quot;kind&quot;; allowed: %1</source>
        <translation>es fehlt der Schlüssel &quot;kind&quot;; erlaubt: %1</translation>
    </message>
    <message>
        <source>larger than 16 MiB</source>
        <translation>größer als 16 MiB</translation>
    </message>
    <message>
        <source>layer &quot;%1&quot;</source>
        <translation>Schicht &quot;%1&quot;</translation>
    </message>
    <message>
        <source>layer &quot;%1&quot; has no parameter &quot;%2&quot;</source>
        <translation>Schicht &quot;%1&quot; hat keinen Parameter &quot;%2&quot;</translation>
    </message>
    <message>
        <source>layers with parameters beyond all memory</source>
        <translation>Schichten, deren Parameter jeden Speicher übersteigen</translation>
    </message>
    <message>
        <source>listing the pictures of %1</source>
        <translation>Bilder von %1 werden aufgelistet</translation>
    </message>
    <message>
        <source>loading the plug-in</source>
        <translation>Plug-in wird geladen</translation>
    </message>
    <message>
        <source>loading the training engine</source>
        <translation>Trainingsmaschine wird geladen</translation>
    </message>
    <message>
        <source>loss.kind: %1 is of classes, and the targets of the data are numbers; use mse, l1 or smooth_l1</source>
        <translation>loss.kind: %1 gilt Klassen, aber die Ziele der Daten sind Zahlen; mse, l1 oder smooth_l1 verwenden</translation>
    </message>
    <message>
        <source>loss.target: inputs that are numbers of tokens cannot be compared with outputs</source>
        <translation>loss.target: Eingaben, die Nummern von Token sind, lassen sich nicht mit Ausgaben vergleichen</translation>
    </message>
    <message>
        <source>makes an object of a known type from %1 values, unlike any recording</source>
        <translation>macht ein Objekt eines bekannten Typs aus %1 Werten, anders als jede Aufzeichnung</translation>
    </message>
    <message>
        <source>makes an object of a value that is not a type; nothing was executed</source>
        <translation>macht ein Objekt aus einem Wert, der kein Typ ist; nichts wurde ausgeführt</translation>
    </message>
    <message>
        <source>mean of %1</source>
        <translation>Mittel von %1</translation>
    </message>
    <message>
        <source>metrics: %1 compares classes, and the targets of the data are numbers; use mae or r2</source>
        <translation>metrics: %1 vergleicht Klassen, aber die Ziele der Daten sind Zahlen; mae oder r2 verwenden</translation>
    </message>
    <message>
        <source>metrics: r2 is of the data&apos;s targets, and loss.target is the input; use mae</source>
        <translation>metrics: r2 gilt den Zielen der Daten, aber loss.target ist die Eingabe; mae verwenden</translation>
    </message>
    <message>
        <source>model.kind: a %1 needs pictures of channels x height x width, the samples are %2; use &quot;mlp&quot;</source>
        <translation>model.kind: %1 braucht Bilder aus Kanälen x Höhe x Breite, die Beispiele sind %2; &quot;mlp&quot; verwenden</translation>
    </message>
    <message>
        <source>model.kind: a transformer needs tokens, whole numbers as int64, and for each the next one as its target; the samples are %1; use &quot;mlp&quot;</source>
        <translation>model.kind: Ein transformer braucht Token, ganze Zahlen als int64, und für jedes das nächste als Ziel; die Beispiele sind %1; &quot;mlp&quot; verwenden</translation>
    </message>
    <message>
        <source>model.kind: int64 inputs are read as tokens, but %1 needs numbers; save the inputs as float32, for example array.astype(&quot;float32&quot;)</source>
        <translation>model.kind: Eingaben als int64 gelten als Token, aber %1 braucht Zahlen; die Eingaben als float32 speichern, etwa mit array.astype(&quot;float32&quot;)</translation>
    </message>
    <message>
        <source>more than %1 different classes; set dataset.task to &quot;regression&quot;</source>
        <translation>mehr als %1 verschiedene Klassen; dataset.task auf &quot;regression&quot; setzen</translation>
    </message>
    <message>
        <source>more than 1,000,000 states; use a shorter one, or a longer step_time</source>
        <translation>mehr als 1.000.000 Zustände; kürzer wählen oder eine längere step_time</translation>
    </message>
    <message>
        <source>more than 10000 different categories; list the column in dataset.ignore</source>
        <translation>mehr als 10000 verschiedene Kategorien; die Spalte in dataset.ignore aufführen</translation>
    </message>
    <message>
        <source>more than 100000 columns</source>
        <translation>mehr als 100000 Spalten</translation>
    </message>
    <message>
        <source>more than 65536 different classes; set dataset.task to &quot;regression&quot;, or check dataset.target</source>
        <translation>mehr als 65536 verschiedene Klassen; dataset.task auf &quot;regression&quot; setzen oder dataset.target prüfen</translation>
    </message>
    <message>
        <source>more ticks than can be</source>
        <translation>mehr Ticks, als es geben kann</translation>
    </message>
    <message>
        <source>must be given: %1</source>
        <translation>muss angegeben sein: %1</translation>
    </message>
    <message>
        <source>nll needs log-probabilities, and the output of %1 is scores; use &quot;cross_entropy&quot;</source>
        <translation>nll braucht logarithmierte Wahrscheinlichkeiten, aber die Ausgabe von %1 sind Bewertungen; &quot;cross_entropy&quot; verwenden</translation>
    </message>
    <message>
        <source>no such file</source>
        <translation>keine solche Datei</translation>
    </message>
    <message>
        <source>no such folder</source>
        <translation>kein solcher Ordner</translation>
    </message>
    <message>
        <source>no text</source>
        <translation>kein Text</translation>
    </message>
    <message>
        <source>not an experiment: nested deeper than 64 levels</source>
        <translation>kein Experiment: tiefer als 64 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>notes of %1 bytes</source>
        <translation>Notizen von %1 Bytes</translation>
    </message>
    <message>
        <source>notes of %1 bytes, expected at most %2; shorten them</source>
        <translation>Notizen von %1 Bytes, erwartet: höchstens %2; bitte kürzen</translation>
    </message>
    <message>
        <source>nothing is drawn without lines and bands; list one of either</source>
        <translation>ohne Linien und Bänder wird nichts gezeichnet; von einem von beiden etwas aufführen</translation>
    </message>
    <message>
        <source>nothing is shown without &quot;activation&quot; and &quot;death&quot;; set one of them to true</source>
        <translation>ohne &quot;activation&quot; und &quot;death&quot; wird nichts gezeigt; eines davon auf true setzen</translation>
    </message>
    <message>
        <source>nothing was recorded under &quot;%1&quot;</source>
        <translation>unter &quot;%1&quot; wurde nichts aufgezeichnet</translation>
    </message>
    <message>
        <source>nothing was written into it yet</source>
        <translation>noch nichts hineingeschrieben</translation>
    </message>
    <message>
        <source>numbering the characters of %1</source>
        <translation>Zeichen von %1 werden nummeriert</translation>
    </message>
    <message>
        <source>only a model that is a &quot;plugin&quot; brings its own data</source>
        <translation>nur ein Modell, das ein &quot;plugin&quot; ist, bringt eigene Daten mit</translation>
    </message>
    <message>
        <source>output shapes of other layers than there are</source>
        <translation>Ausgabeformen anderer Schichten, als es gibt</translation>
    </message>
    <message>
        <source>process %1 on %2</source>
        <translation>Prozess %1 auf %2</translation>
    </message>
    <message>
        <source>puts out %1, expected a tensor or a container of tensors</source>
        <translation>gibt %1 aus, erwartet: ein Tensor oder ein Behälter mit Tensoren</translation>
    </message>
    <message>
        <source>reading %1, %2 %</source>
        <translation>%1 wird gelesen, %2 %</translation>
    </message>
    <message>
        <source>reading pictures, %1 %</source>
        <translation>Bilder werden gelesen, %1 %</translation>
    </message>
    <message>
        <source>reading the data set %1</source>
        <translation>Datensatz %1 wird gelesen</translation>
    </message>
    <message>
        <source>recalls value %1 when only %2 are known</source>
        <translation>ruft Wert %1 ab, wo nur %2 bekannt sind</translation>
    </message>
    <message>
        <source>remembers more than %1 values</source>
        <translation>merkt sich mehr als %1 Werte</translation>
    </message>
    <message>
        <source>remembers value %1 when only %2 are known</source>
        <translation>merkt sich Wert %1, wo nur %2 bekannt sind</translation>
    </message>
    <message>
        <source>rows that are more than the file</source>
        <translation>Zeilen, die mehr sind als die Datei</translation>
    </message>
    <message>
        <source>run format %1</source>
        <translation>Laufformat %1</translation>
    </message>
    <message>
        <source>sample %1: a value is %2, expected finite ones</source>
        <translation>Beispiel %1: Ein Wert ist %2, erwartet: endliche</translation>
    </message>
    <message>
        <source>sets a key without a value</source>
        <translation>setzt einen Schlüssel ohne Wert</translation>
    </message>
    <message>
        <source>sets a state</source>
        <translation>setzt einen Zustand</translation>
    </message>
    <message>
        <source>sets a state of an object without state</source>
        <translation>setzt einen Zustand an einem Objekt ohne Zustand</translation>
    </message>
    <message>
        <source>sets items</source>
        <translation>setzt Einträge</translation>
    </message>
    <message>
        <source>spirals are points in the plane</source>
        <translation>Spiralen sind Punkte in der Ebene</translation>
    </message>
    <message>
        <source>stacks more than %1 values</source>
        <translation>stapelt mehr als %1 Werte</translation>
    </message>
    <message>
        <source>stands beyond the end; get the file anew</source>
        <translation>steht hinter dem Ende; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>step_time: expected more than 0</source>
        <translation>step_time: erwartet: mehr als 0</translation>
    </message>
    <message>
        <source>subattributes: expected at least one</source>
        <translation>subattributes: erwartet: mindestens eines</translation>
    </message>
    <message>
        <source>tag &quot;%1&quot; was plotted before it was registered</source>
        <translation>Tag &quot;%1&quot; wurde gezeichnet, bevor er angemeldet war</translation>
    </message>
    <message>
        <source>tag_attr is not a TagAttributes with a state</source>
        <translation>tag_attr ist kein TagAttributes mit einem Zustand</translation>
    </message>
    <message>
        <source>takes a value where there is none</source>
        <translation>nimmt einen Wert, wo keiner ist</translation>
    </message>
    <message>
        <source>takes values from a mark that was not set</source>
        <translation>nimmt Werte ab einer Marke, die nicht gesetzt ist</translation>
    </message>
    <message>
        <source>the -journal file beside it names another file</source>
        <translation>die -journal-Datei daneben nennt eine andere Datei</translation>
    </message>
    <message>
        <source>the JPEG is damaged or cut short: %1</source>
        <translation>das JPEG ist beschädigt oder abgeschnitten: %1</translation>
    </message>
    <message>
        <source>the PNG is damaged or cut short: %1</source>
        <translation>das PNG ist beschädigt oder abgeschnitten: %1</translation>
    </message>
    <message>
        <source>the ZIP directory of %1 bytes at %2 does not fit the file; get it anew</source>
        <translation>das ZIP-Verzeichnis von %1 Bytes bei %2 passt nicht zur Datei; sie neu besorgen</translation>
    </message>
    <message>
        <source>the ZIP64 directory is missing; get the file anew</source>
        <translation>das ZIP64-Verzeichnis fehlt; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the checkpoint has no random state of this device</source>
        <translation>der Checkpoint hat keinen Zufallszustand dieses Geräts</translation>
    </message>
    <message>
        <source>the checkpoint is of another model: it has no &quot;%1&quot;</source>
        <translation>der Checkpoint ist von einem anderen Modell: Es hat kein &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the checkpoint is of another model: its &quot;%1&quot; has another shape</source>
        <translation>der Checkpoint ist von einem anderen Modell: &quot;%1&quot; hat dort eine andere Form</translation>
    </message>
    <message>
        <source>the checkpoint is of another model: its &quot;%1&quot; is missing, or of another type</source>
        <translation>der Checkpoint ist von einem anderen Modell: &quot;%1&quot; fehlt dort oder hat einen anderen Typ</translation>
    </message>
    <message>
        <source>the checkpoint&apos;s state of the optimizer is damaged, or of another model</source>
        <translation>der Zustand des Optimierers im Checkpoint ist beschädigt oder von einem anderen Modell</translation>
    </message>
    <message>
        <source>the chunks are not numbered from 0</source>
        <translation>die Stücke sind nicht von 0 an nummeriert</translation>
    </message>
    <message>
        <source>the class number of each sample</source>
        <translation>die Klassennummer jedes Beispiels</translation>
    </message>
    <message>
        <source>the class of picture %1 is %2, expected 0 to 9 in CIFAR-10&apos;s binary version</source>
        <translation>die Klasse des Bilds %1 ist %2, erwartet: 0 bis 9 in der Binärversion von CIFAR-10</translation>
    </message>
    <message>
        <source>the data are damaged (wrong checksum); get the file anew</source>
        <translation>die Daten sind beschädigt (falsche Prüfsumme); die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the data end, expected %1 bytes in all; get the file anew</source>
        <translation>die Daten enden, erwartet: insgesamt %1 Bytes; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the data set has a single sample, expected at least one for training and one for validation</source>
        <translation>der Datensatz hat ein einziges Beispiel, erwartet: mindestens eines zum Training und eines zur Validierung</translation>
    </message>
    <message>
        <source>the deflated data from here on are damaged (%1); get the file anew</source>
        <translation>die gepackten Daten sind von hier an beschädigt (%1); die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the disk is full; free some space and recording goes on</source>
        <translation>der Datenträger ist voll; Platz schaffen, dann geht die Aufzeichnung weiter</translation>
    </message>
    <message>
        <source>the disk is full; free some space and try again</source>
        <translation>der Datenträger ist voll; Platz schaffen und noch einmal versuchen</translation>
    </message>
    <message>
        <source>the eight bytes that begin an .npy file</source>
        <translation>die acht Bytes am Anfang einer .npy-Datei</translation>
    </message>
    <message>
        <source>the experiment</source>
        <translation>das Experiment</translation>
    </message>
    <message>
        <source>the file ends, expected %1; get the file anew</source>
        <translation>die Datei endet, erwartet: %1; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the file ends, expected pictures of 3073 bytes each; get the file anew</source>
        <translation>die Datei endet, erwartet: Bilder von je 3073 Bytes; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the file has no pictures; get it anew</source>
        <translation>die Datei hat keine Bilder; sie neu besorgen</translation>
    </message>
    <message>
        <source>the file is gone; it is followed again when it returns</source>
        <translation>die Datei ist weg; ihr wird wieder gefolgt, wenn sie zurückkommt</translation>
    </message>
    <message>
        <source>the first is %1</source>
        <translation>die erste ist %1</translation>
    </message>
    <message>
        <source>the four bytes that begin an IDX file</source>
        <translation>die vier Bytes am Anfang einer IDX-Datei</translation>
    </message>
    <message>
        <source>the gradient of its %1</source>
        <translation>der Gradient von %1</translation>
    </message>
    <message>
        <source>the gradient of its output</source>
        <translation>der Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>the gzip data are cut short or damaged (%1); get the file anew</source>
        <translation>die gzip-Daten sind abgeschnitten oder beschädigt (%1); die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the gzip data from here on are damaged (%1); get the file anew</source>
        <translation>die gzip-Daten sind von hier an beschädigt (%1); die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the journal is not in order</source>
        <translation>das Journal ist nicht in Ordnung</translation>
    </message>
    <message>
        <source>the labels of a range are not two</source>
        <translation>ein Bereich hat nicht zwei Namen</translation>
    </message>
    <message>
        <source>the length of the header</source>
        <translation>die Länge des Kopfs</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>the model puts out %1 for inputs %2</source>
        <translation>das Modell gibt %1 aus für Eingaben %2</translation>
    </message>
    <message>
        <source>the model would have more than %1 million parameters; with gradients and optimizer they need more than the %2 GB of this machine; make the model smaller</source>
        <translation>das Modell hätte mehr als %1 Millionen Parameter; mit Gradienten und Optimierer brauchen sie mehr als die %2 GB dieses Rechners; das Modell kleiner machen</translation>
    </message>
    <message>
        <source>the plug-in has no model, or an epoch without a batch</source>
        <translation>das Plug-in hat kein Modell oder eine Epoche ohne Batch</translation>
    </message>
    <message>
        <source>the plug-in trained a batch and reported no step of the first model: Report::stepped()</source>
        <translation>das Plug-in hat einen Batch trainiert und keinen Schritt des ersten Modells gemeldet: Report::stepped()</translation>
    </message>
    <message>
        <source>the plug-in&apos;s model &quot;%1&quot; is null</source>
        <translation>das Modell &quot;%1&quot; des Plug-ins ist null</translation>
    </message>
    <message>
        <source>the record</source>
        <translation>der Datensatz</translation>
    </message>
    <message>
        <source>the record at byte %1 is skipped: %2</source>
        <translation>der Datensatz bei Byte %1 wird übergangen: %2</translation>
    </message>
    <message>
        <source>the record at byte %1: %2; it is left out</source>
        <translation>der Datensatz bei Byte %1: %2; das wird ausgelassen</translation>
    </message>
    <message>
        <source>the run has no tensors called &quot;%1&quot;</source>
        <translation>der Lauf hat keine Tensoren namens &quot;%1&quot;</translation>
    </message>
    <message>
        <source>the run is not recorded, so there is no place for its checkpoint</source>
        <translation>der Lauf wird nicht aufgezeichnet, also gibt es keinen Platz für seinen Checkpoint</translation>
    </message>
    <message>
        <source>the samples differ in shape or type from %1</source>
        <translation>die Beispiele unterscheiden sich in Form oder Typ von %1</translation>
    </message>
    <message>
        <source>the series are not numbered from 0</source>
        <translation>die Reihen sind nicht von 0 an nummeriert</translation>
    </message>
    <message>
        <source>the shape is %1, expected %2</source>
        <translation>die Form ist %1, erwartet: %2</translation>
    </message>
    <message>
        <source>the size of dimension %1</source>
        <translation>die Größe der Dimension %1</translation>
    </message>
    <message>
        <source>the state of tag_attr</source>
        <translation>der Zustand von tag_attr</translation>
    </message>
    <message>
        <source>the table &quot;%1&quot; has other columns</source>
        <translation>die Tabelle &quot;%1&quot; hat andere Spalten</translation>
    </message>
    <message>
        <source>the tags are not numbered from 0</source>
        <translation>die Tags sind nicht von 0 an nummeriert</translation>
    </message>
    <message>
        <source>the targets differ in shape from %1</source>
        <translation>die Ziele unterscheiden sich in der Form von %1</translation>
    </message>
    <message>
        <source>the text is UTF-16, expected UTF-8; convert it, as iconv does</source>
        <translation>der Text ist UTF-16, erwartet: UTF-8; umwandeln, etwa mit iconv</translation>
    </message>
    <message>
        <source>the ticks are not numbered from 0</source>
        <translation>die Ticks sind nicht von 0 an nummeriert</translation>
    </message>
    <message>
        <source>the training loop was left by an exception</source>
        <translation>die Trainingsschleife wurde durch eine Ausnahme verlassen</translation>
    </message>
    <message>
        <source>the value %1 of column %2 is too large to be normalised as float32; scale the data, or set dataset.normalise to &quot;none&quot;</source>
        <translation>der Wert %1 der Spalte %2 ist zu groß, um als float32 normalisiert zu werden; die Daten skalieren oder dataset.normalise auf &quot;none&quot; setzen</translation>
    </message>
    <message>
        <source>the value is missing (found %1); set dataset.missing to &quot;drop&quot; to leave such rows out, or list the column in dataset.ignore</source>
        <translation>der Wert fehlt (gefunden: %1); dataset.missing auf &quot;drop&quot; setzen, um solche Zeilen auszulassen, oder die Spalte in dataset.ignore aufführen</translation>
    </message>
    <message>
        <source>there is more than the %1 bytes that the archive states</source>
        <translation>es ist mehr da als die %1 Bytes, die das Archiv angibt</translation>
    </message>
    <message>
        <source>there is more than the %1 that the header states</source>
        <translation>es ist mehr da als die %1, die der Kopf angibt</translation>
    </message>
    <message>
        <source>there is no input type &quot;%1&quot;</source>
        <translation>es gibt keinen Eingabetyp &quot;%1&quot;</translation>
    </message>
    <message>
        <source>there is no lens &quot;%1&quot;</source>
        <translation>es gibt keine Linse &quot;%1&quot;</translation>
    </message>
    <message>
        <source>there is no lens &quot;%1&quot; here</source>
        <translation>hier gibt es keine Linse &quot;%1&quot;</translation>
    </message>
    <message>
        <source>there is no model to tap</source>
        <translation>es gibt kein Modell zum Beobachten</translation>
    </message>
    <message>
        <source>there is no model: the training could not be prepared</source>
        <translation>es gibt kein Modell: Das Training ließ sich nicht vorbereiten</translation>
    </message>
    <message>
        <source>there is no training to go on from</source>
        <translation>es gibt kein Training zum Fortsetzen</translation>
    </message>
    <message>
        <source>there is nothing to observe</source>
        <translation>es gibt nichts zu beobachten</translation>
    </message>
    <message>
        <source>this is not a .npy file: it does not begin with \x93NUMPY</source>
        <translation>das ist keine .npy-Datei: Sie beginnt nicht mit \x93NUMPY</translation>
    </message>
    <message>
        <source>this is not an IDX file: it does not begin with two zero bytes</source>
        <translation>das ist keine IDX-Datei: Sie beginnt nicht mit zwei Null-Bytes</translation>
    </message>
    <message>
        <source>this model is attached already</source>
        <translation>dieses Modell ist schon angeschlossen</translation>
    </message>
    <message>
        <source>this model is not attached</source>
        <translation>dieses Modell ist nicht angeschlossen</translation>
    </message>
    <message>
        <source>this training has no lens &quot;%1&quot;</source>
        <translation>dieses Training hat keine Linse &quot;%1&quot;</translation>
    </message>
    <message>
        <source>time_constant: expected more than 0</source>
        <translation>time_constant: erwartet: mehr als 0</translation>
    </message>
    <message>
        <source>times of shape %1 for a state of shape %2; expected that shape, or one dimension more</source>
        <translation>Zeiten der Form %1 für einen Zustand der Form %2; erwartet: jene Form oder eine Dimension mehr</translation>
    </message>
    <message>
        <source>tolerance: expected 0 or more</source>
        <translation>tolerance: erwartet: 0 oder mehr</translation>
    </message>
    <message>
        <source>two models cannot both be called &quot;%1&quot;</source>
        <translation>zwei Modelle können nicht beide &quot;%1&quot; heißen</translation>
    </message>
    <message>
        <source>type is none of TagType&apos;s 0, 1 and 2</source>
        <translation>type ist keines der 0, 1 und 2 von TagType</translation>
    </message>
    <message>
        <source>unknown key %1</source>
        <translation>unbekannter Schlüssel %1</translation>
    </message>
    <message>
        <source>unknown kind %1</source>
        <translation>unbekannte Art %1</translation>
    </message>
    <message>
        <source>unknown value %1</source>
        <translation>unbekannter Wert %1</translation>
    </message>
    <message>
        <source>values of a series that is not there</source>
        <translation>Werte einer Reihe, die es nicht gibt</translation>
    </message>
    <message>
        <source>values of a tick that is not there</source>
        <translation>Werte eines Ticks, den es nicht gibt</translation>
    </message>
    <message>
        <source>values of type &quot;%1&quot; without a byte order, expected &lt; or &gt;</source>
        <translation>Werte vom Typ &quot;%1&quot; ohne Bytereihenfolge, erwartet: &lt; oder &gt;</translation>
    </message>
    <message>
        <source>values of type &quot;%1&quot;, expected float16, float32, float64, uint8, uint16, int8, int16, int32, int64 or bool; save it as one of these, such as array.astype(&quot;float32&quot;)</source>
        <translation>Werte vom Typ &quot;%1&quot;, erwartet: float16, float32, float64, uint8, uint16, int8, int16, int32, int64 oder bool; als eines davon speichern, etwa mit array.astype(&quot;float32&quot;)</translation>
    </message>
    <message>
        <source>values of type %1, expected 8 (uint8), 9 (int8), 11 (int16), 12 (int32), 13 (float32) or 14 (float64)</source>
        <translation>Werte vom Typ %1, erwartet: 8 (uint8), 9 (int8), 11 (int16), 12 (int32), 13 (float32) oder 14 (float64)</translation>
    </message>
    <message>
        <source>values that are not there</source>
        <translation>Werte, die es nicht gibt</translation>
    </message>
    <message>
        <source>was changed after it was allowed to run, so it was not run; start again, and decide about the file as it is now</source>
        <translation>wurde geändert, nachdem es laufen durfte, und lief daher nicht; neu starten und über die jetzige Datei entscheiden</translation>
    </message>
    <message>
        <source>was written by a newer Lensboard (run format %1; this one reads up to %2); open it with that version</source>
        <translation>wurde von einem neueren Lensboard geschrieben (Laufformat %1; dieses liest bis %2); mit jener Version öffnen</translation>
    </message>
    <message>
        <source>was written by a newer Lensboard; open it with that</source>
        <translation>wurde von einem neueren Lensboard geschrieben; mit jenem öffnen</translation>
    </message>
    <message>
        <source>was written by torch.save of a PyTorch before 1.6 and holds no program</source>
        <translation>wurde von torch.save eines PyTorch vor 1.6 geschrieben und enthält kein Programm</translation>
    </message>
    <message>
        <source>the values of a layer</source>
        <translation>die Werte einer Schicht</translation>
    </message>
    <message>
        <source>the value recorded as &quot;%1&quot; of &quot;%2&quot; is not a number</source>
        <translation>der als &quot;%1&quot; von &quot;%2&quot; aufgezeichnete Wert ist keine Zahl</translation>
    </message>
    <message>
        <source>without names: use numbers from 0, or from the end, -1</source>
        <translation>ohne Namen: Nummern ab 0 verwenden oder, vom Ende, -1</translation>
    </message>
    <message>
        <source>%1 (%n time by now)</source>
        <translation>%1 (bisher %n-mal)</translation>
    </message>
    <message>
        <source>%1 (%n times by now)</source>
        <translation>%1 (bisher %n-mal)</translation>
    </message>
    <message>
        <source>%1 columns are left out: there are too many, or their names are too long</source>
        <translation>%1 Spalten sind ausgelassen: es sind zu viele, oder ihre Namen sind zu lang</translation>
    </message>
    <message>
        <source>%1 ends within its gzip data</source>
        <translation>%1 endet mitten in den gzip-Daten</translation>
    </message>
    <message>
        <source>%1 is a fraction: epochs are kept as whole numbers</source>
        <translation>%1 ist ein Bruch: Epochen werden als ganze Zahlen behalten</translation>
    </message>
    <message>
        <source>%1 is damaged at byte %2: %3. It is read up to there; %4 after it are not</source>
        <translation>%1 ist bei Byte %2 beschädigt: %3. Gelesen ist bis dort; %4 danach nicht</translation>
    </message>
    <message>
        <source>%1 is no number: it is left out</source>
        <translation>%1 ist keine Zahl: das wird ausgelassen</translation>
    </message>
    <message>
        <source>%1 is no value; texts stand in double quotes, and true, false and null are written so</source>
        <translation>%1 ist kein Wert; Texte stehen in Anführungszeichen, und true, false und null werden so geschrieben</translation>
    </message>
    <message>
        <source>%1 is no whole number to place the row by: it is left out</source>
        <translation>%1 ist keine ganze Zahl, nach der die Zeile einzuordnen wäre: sie wird ausgelassen</translation>
    </message>
    <message>
        <source>%1 is text: it is skipped</source>
        <translation>%1 ist Text: das wird übergangen</translation>
    </message>
    <message>
        <source>%1 is too large for a number</source>
        <translation>%1 ist als Zahl zu groß</translation>
    </message>
    <message>
        <source>%1 names no time zone: times are read as local time</source>
        <translation>%1 nennt keine Zeitzone: Zeiten gelten als Ortszeit</translation>
    </message>
    <message>
        <source>%1 says nothing about when the row was measured</source>
        <translation>%1 sagt nicht, wann die Zeile gemessen wurde</translation>
    </message>
    <message>
        <source>%1 values are left out: there are too many names, or these are too long</source>
        <translation>%1 Werte sind ausgelassen: es sind zu viele Namen, oder sie sind zu lang</translation>
    </message>
    <message>
        <source>%1. This line and all after it are lost, %2 bytes so far</source>
        <translation>%1. Diese Zeile und alles danach sind verloren, bisher %2 Bytes</translation>
    </message>
    <message>
        <source>%1: %2 of an unfinished record at byte %3</source>
        <translation>%1: %2 eines unfertigen Datensatzes bei Byte %3</translation>
    </message>
    <message>
        <source>%1: not an event, or only in part: %2, the last at byte %3</source>
        <translation>%1: kein Ereignis oder nur ein Teil: %2, zuletzt bei Byte %3</translation>
    </message>
    <message>
        <source>%1; and %2</source>
        <translation>%1; und %2</translation>
    </message>
    <message>
        <source>%n byte</source>
        <translation>%n Byte</translation>
    </message>
    <message>
        <source>%n bytes</source>
        <translation>%n Bytes</translation>
    </message>
    <message>
        <source>%n more file</source>
        <translation>%n weitere Datei</translation>
    </message>
    <message>
        <source>%n more files</source>
        <translation>%n weitere Dateien</translation>
    </message>
    <message>
        <source>%n record</source>
        <translation>%n Datensatz</translation>
    </message>
    <message>
        <source>%n records</source>
        <translation>%n Datensätze</translation>
    </message>
    <message>
        <source>%n tag</source>
        <translation>%n Tag</translation>
    </message>
    <message>
        <source>%n tags</source>
        <translation>%n Tags</translation>
    </message>
    <message>
        <source>%n value</source>
        <translation>%n Wert</translation>
    </message>
    <message>
        <source>%n values</source>
        <translation>%n Werte</translation>
    </message>
    <message>
        <source>JSON knows no comments; take this away</source>
        <translation>JSON kennt keine Kommentare; das muss weg</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has a name of %2 bytes, more than %3: it is left out</source>
        <translation>„%1“ hat einen Namen von %2 Bytes, mehr als %3: das wird ausgelassen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no list of numbers: &quot;%2&quot; is skipped</source>
        <translation>„%1“ ist keine Liste von Zahlen: „%2“ wird übergangen</translation>
    </message>
    <message>
        <source>a colon is missing here, between a name and its value</source>
        <translation>hier fehlt ein Doppelpunkt zwischen einem Namen und seinem Wert</translation>
    </message>
    <message>
        <source>a comma is missing here</source>
        <translation>hier fehlt ein Komma</translation>
    </message>
    <message>
        <source>a control character stands in a text; a tab is written \t</source>
        <translation>ein Steuerzeichen steht in einem Text; ein Tabulator wird \t geschrieben</translation>
    </message>
    <message>
        <source>a name is expected here, in double quotes: &quot;epochs&quot;</source>
        <translation>hier wird ein Name erwartet, in Anführungszeichen: &quot;epochs&quot;</translation>
    </message>
    <message>
        <source>a record does not match its checksum</source>
        <translation>ein Datensatz passt nicht zu seiner Prüfsumme</translation>
    </message>
    <message>
        <source>a value is missing here</source>
        <translation>hier fehlt ein Wert</translation>
    </message>
    <message>
        <source>an event file is gone: the others are read anew</source>
        <translation>eine Ereignisdatei ist weg: die anderen werden neu gelesen</translation>
    </message>
    <message>
        <source>an experiment is expected here, between { and }</source>
        <translation>hier wird ein Experiment erwartet, zwischen { und }</translation>
    </message>
    <message>
        <source>before line %1: a histogram makes no sense and is left out</source>
        <translation>vor Zeile %1: ein Histogramm ergibt keinen Sinn und ist ausgelassen</translation>
    </message>
    <message>
        <source>behind their end stands something else</source>
        <translation>hinter ihrem Ende steht etwas anderes</translation>
    </message>
    <message>
        <source>byte %1 is not JSON, found &quot;%2&quot;: the rest of the file is lost, %3 bytes</source>
        <translation>Byte %1 ist kein JSON, gefunden wurde „%2“: der Rest der Datei ist verloren, %3 Bytes</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; does not tell thousands from decimals: it is read with a decimal comma</source>
        <translation>Spalte „%1“ unterscheidet Tausender nicht von Nachkommastellen: sie wird mit Dezimalkomma gelesen</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; does not tell thousands from decimals: it is read with a decimal point</source>
        <translation>Spalte „%1“ unterscheidet Tausender nicht von Nachkommastellen: sie wird mit Dezimalpunkt gelesen</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; is skipped: each row is one value of a series</source>
        <translation>Spalte „%1“ wird übergangen: jede Zeile ist ein Wert einer Reihe</translation>
    </message>
    <message>
        <source>ends within a quote, in the record that begins in line %1</source>
        <translation>endet in Anführungszeichen, im Datensatz, der in Zeile %1 beginnt</translation>
    </message>
    <message>
        <source>ends within its gzip data</source>
        <translation>endet mitten in den gzip-Daten</translation>
    </message>
    <message>
        <source>ends within its gzip data, and %1</source>
        <translation>endet mitten in den gzip-Daten und %1</translation>
    </message>
    <message>
        <source>ends within line %1</source>
        <translation>endet in Zeile %1</translation>
    </message>
    <message>
        <source>ends within the document, at byte %1</source>
        <translation>endet mitten im Dokument, bei Byte %1</translation>
    </message>
    <message>
        <source>has no run &quot;%1&quot;</source>
        <translation>hat keinen Lauf „%1“</translation>
    </message>
    <message>
        <source>has one line so far; more are needed to recognise its content</source>
        <translation>hat bisher eine Zeile; um den Inhalt zu erkennen, sind mehr nötig</translation>
    </message>
    <message>
        <source>here stands %1 where %2 is expected</source>
        <translation>hier steht %1, wo %2 erwartet wird</translation>
    </message>
    <message>
        <source>histograms of a forgotten format</source>
        <translation>Histogramme eines vergessenen Formats</translation>
    </message>
    <message>
        <source>histograms that are empty or make no sense</source>
        <translation>Histogramme, die leer sind oder keinen Sinn ergeben</translation>
    </message>
    <message>
        <source>holds %1 runs: open one of them, as %2</source>
        <translation>enthält %1 Läufe: öffnen Sie einen davon, etwa %2</translation>
    </message>
    <message>
        <source>holds a NUL byte; expected a table as text</source>
        <translation>enthält ein NUL-Byte; erwartet wird eine Tabelle als Text</translation>
    </message>
    <message>
        <source>holds no event files (with &quot;tfevents&quot; in their names)</source>
        <translation>enthält keine Ereignisdateien (mit &quot;tfevents&quot; im Namen)</translation>
    </message>
    <message>
        <source>hyperparameters that cannot be read</source>
        <translation>unlesbare Hyperparameter</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>is a JSON document of more than %1 bytes</source>
        <translation>ist ein JSON-Dokument von mehr als %1 Bytes</translation>
    </message>
    <message>
        <source>is an SQLite database, but neither a Lensboard run (.lbrun) nor one of Trackio</source>
        <translation>ist eine SQLite-Datenbank, aber weder ein Lauf von Lensboard (.lbrun) noch eine von Trackio</translation>
    </message>
    <message>
        <source>is damaged or cut short (%1)</source>
        <translation>ist beschädigt oder abgeschnitten (%1)</translation>
    </message>
    <message>
        <source>is longer than %1 bytes</source>
        <translation>ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>is longer than %1 bytes, a quote in it is not closed</source>
        <translation>ist länger als %1 Bytes, ein Anführungszeichen darin ist nicht geschlossen</translation>
    </message>
    <message>
        <source>is neither a file nor a folder</source>
        <translation>ist weder Datei noch Ordner</translation>
    </message>
    <message>
        <source>is no JSON object but an array</source>
        <translation>ist kein JSON-Objekt, sondern ein Array</translation>
    </message>
    <message>
        <source>is no JSON object</source>
        <translation>ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>is no JSON object: at its byte %1, found &quot;%2&quot;</source>
        <translation>ist kein JSON-Objekt: bei seinem Byte %1 gefunden: &quot;%2&quot;</translation>
    </message>
    <message>
        <source>is no database that can be read</source>
        <translation>ist keine lesbare Datenbank</translation>
    </message>
    <message>
        <source>is no table that Lensboard exported</source>
        <translation>ist keine Tabelle, die Lensboard ausgegeben hat</translation>
    </message>
    <message>
        <source>is not a file</source>
        <translation>ist keine Datei</translation>
    </message>
    <message>
        <source>is not there</source>
        <translation>ist nicht da</translation>
    </message>
    <message>
        <source>line %1 %2</source>
        <translation>Zeile %1 %2</translation>
    </message>
    <message>
        <source>line %1 &quot;%2&quot; is no whole number to place the object by: it is left out</source>
        <translation>Zeile %1: „%2“ ist keine ganze Zahl, nach der das Objekt einzuordnen wäre: es wird ausgelassen</translation>
    </message>
    <message>
        <source>line %1 does not say when it was measured: it is left out</source>
        <translation>Zeile %1 sagt nicht, wann gemessen wurde: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1 goes back from step %2 to %3: values are sorted by step; values of one step keep their order</source>
        <translation>Zeile %1 geht von Schritt %2 auf %3 zurück: Werte werden nach Schritten sortiert; Werte eines Schritts behalten ihre Reihenfolge</translation>
    </message>
    <message>
        <source>line %1 has more than %2 cells: the rest is left out</source>
        <translation>Zeile %1 hat mehr als %2 Zellen: der Rest wird ausgelassen</translation>
    </message>
    <message>
        <source>line %1 is longer than %2 bytes</source>
        <translation>Zeile %1 ist länger als %2 Bytes</translation>
    </message>
    <message>
        <source>line %1 is longer than %2 bytes: it is left out</source>
        <translation>Zeile %1 ist länger als %2 Bytes: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1 is no bucket of a histogram: it is left out</source>
        <translation>Zeile %1 ist keine Klasse eines Histogramms: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1 is no tick of a run: it is left out</source>
        <translation>Zeile %1 ist kein Tick eines Laufs: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1 repeats the header</source>
        <translation>Zeile %1 wiederholt die Kopfzeile</translation>
    </message>
    <message>
        <source>line %1, byte %2: the line %3</source>
        <translation>Zeile %1, Byte %2: die Zeile %3</translation>
    </message>
    <message>
        <source>line %1, column %2 (&quot;%3&quot;): &quot;%4&quot;</source>
        <translation>Zeile %1, Spalte %2 („%3“): „%4“</translation>
    </message>
    <message>
        <source>line %1, column %2: %3</source>
        <translation>Zeile %1, Spalte %2: %3</translation>
    </message>
    <message>
        <source>line %1, column %2: &quot;%3&quot; is no number: it is left out</source>
        <translation>Zeile %1, Spalte %2: „%3“ ist keine Zahl: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; begins again with each epoch: a step is that of the epochs before and &quot;%2&quot;</source>
        <translation>Zeile %1: „%2“ beginnt mit jeder Epoche neu: ein Schritt zählt die Epochen davor und „%2“</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is a fraction: epochs are kept as whole numbers</source>
        <translation>Zeile %1: „%2“ ist ein Bruch: Epochen werden als ganze Zahlen behalten</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is no band: it is left out</source>
        <translation>Zeile %1: „%2“ ist kein Band: es ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is no histogram: it is left out</source>
        <translation>Zeile %1: „%2“ ist kein Histogramm: es ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is no number, and skipped: &quot;%3&quot;</source>
        <translation>Zeile %1: „%2“ ist keine Zahl und wird übergangen: „%3“</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is nothing that was measured: it is left out</source>
        <translation>Zeile %1: „%2“ ist nichts, was gemessen wurde: es ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is skipped: it is an array, or too deep, or has too long a name</source>
        <translation>Zeile %1: „%2“ wird übergangen: eine Liste, zu tief verschachtelt oder mit zu langem Namen</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; names no time zone: times are read as local time</source>
        <translation>Zeile %1: „%2“ nennt keine Zeitzone: Zeiten gelten als Ortszeit</translation>
    </message>
    <message>
        <source>line %1: a text of %2 bytes is cut</source>
        <translation>Zeile %1: ein Text von %2 Bytes wird gekürzt</translation>
    </message>
    <message>
        <source>line %1: a value is left out, since its series is</source>
        <translation>Zeile %1: ein Wert wird ausgelassen, weil seine Reihe ausgelassen wird</translation>
    </message>
    <message>
        <source>line %1: more values are skipped: arrays, too deeply nested values, or values with too long names</source>
        <translation>Zeile %1: weitere Werte werden übergangen: Listen, zu tief verschachtelte Werte oder Werte mit zu langen Namen</translation>
    </message>
    <message>
        <source>line %1: only &quot;%2&quot; orders the rows: the rows of each epoch are counted, on from the epochs before</source>
        <translation>Zeile %1: nur „%2“ ordnet die Zeilen: Die Zeilen jeder Epoche werden gezählt, weiter nach den Epochen davor</translation>
    </message>
    <message>
        <source>line %1: rows of &quot;%2&quot; get the last step of the rows of &quot;%3&quot; before them</source>
        <translation>Zeile %1: Zeilen von „%2“ bekommen den letzten Schritt der Zeilen von „%3“ davor</translation>
    </message>
    <message>
        <source>line %1: there are more than %2 texts: the rest is left out</source>
        <translation>Zeile %1: es gibt mehr als %2 Texte: der Rest wird ausgelassen</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot; ends within line %2</source>
        <translation>Metrik „%1“ endet in Zeile %2</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot;, line %2 is left out: expected milliseconds, value and step, found &quot;%3&quot;</source>
        <translation>Metrik „%1“, Zeile %2 ist ausgelassen: erwartet waren Millisekunden, Wert und Schritt, gefunden wurde „%3“</translation>
    </message>
    <message>
        <source>more than %1 series: the rest is left out</source>
        <translation>mehr als %1 Reihen: der Rest wird ausgelassen</translation>
    </message>
    <message>
        <source>more than %1 tags: the rest is left out</source>
        <translation>mehr als %1 Tags: der Rest wird ausgelassen</translation>
    </message>
    <message>
        <source>not shown: %1 (%2)</source>
        <translation>nicht gezeigt: %1 (%2)</translation>
    </message>
    <message>
        <source>not shown: %1 of tags beyond the first %2</source>
        <translation>nicht gezeigt: %1 aus Tags nach den ersten %2</translation>
    </message>
    <message>
        <source>not shown: hyperparameters, since there are no values of them</source>
        <translation>nicht gezeigt: Hyperparameter, denn es stehen keine Werte dabei</translation>
    </message>
    <message>
        <source>restarted at epoch %1 after epoch %2: %3 values from there on are replaced</source>
        <translation>neu begonnen bei Epoche %1 nach Epoche %2: %3 Werte ab dort sind ersetzt</translation>
    </message>
    <message>
        <source>restarted at step %1: %2 after it were replaced (%3)</source>
        <translation>Neustart bei Schritt %1: %2 danach wurden ersetzt (%3)</translation>
    </message>
    <message>
        <source>restarted at step %1: %2 of %3 after it were replaced (%4)</source>
        <translation>Neustart bei Schritt %1: %2 aus %3 danach wurden ersetzt (%4)</translation>
    </message>
    <message>
        <source>row %1 %2: it is left out</source>
        <translation>Zeile %1 %2: sie ist ausgelassen</translation>
    </message>
    <message>
        <source>row %1: &quot;%2&quot; is no number, and skipped: &quot;%3&quot;</source>
        <translation>Zeile %1: „%2“ ist keine Zahl und wird übergangen: „%3“</translation>
    </message>
    <message>
        <source>row %1: &quot;%2&quot; is text, and skipped: &quot;%3&quot;</source>
        <translation>Zeile %1: „%2“ ist Text und wird übergangen: „%3“</translation>
    </message>
    <message>
        <source>rows of machine measurements are skipped, since they have no steps: %1</source>
        <translation>Zeilen mit Messwerten des Rechners werden übergangen, da sie keine Schritte haben: %1</translation>
    </message>
    <message>
        <source>sounds</source>
        <translation>Klänge</translation>
    </message>
    <message>
        <source>tensors that are no single number or text</source>
        <translation>Tensoren, die keine einzelne Zahl und kein Text sind</translation>
    </message>
    <message>
        <source>the configuration %1</source>
        <translation>die Konfiguration %1</translation>
    </message>
    <message>
        <source>the experiment ended before this; take it away</source>
        <translation>das Experiment war davor zu Ende; das hier muss weg</translation>
    </message>
    <message>
        <source>the gzip data are damaged (%1)</source>
        <translation>die gzip-Daten sind beschädigt (%1)</translation>
    </message>
    <message>
        <source>the gzip data are damaged (%1): they are read up to byte %2 of their content; %3 bytes of the file after it are not</source>
        <translation>die gzip-Daten sind beschädigt (%1): gelesen sind sie bis Byte %2 ihres Inhalts; %3 Bytes der Datei danach nicht</translation>
    </message>
    <message>
        <source>the length of a record is wrong</source>
        <translation>die Länge eines Datensatzes ist falsch</translation>
    </message>
    <message>
        <source>the metric &quot;%1&quot; is gone: the others are read anew</source>
        <translation>die Metrik „%1“ ist weg: die anderen werden neu gelesen</translation>
    </message>
    <message>
        <source>the text that begins here does not end; a &quot; is missing</source>
        <translation>der Text, der hier beginnt, endet nicht; ein &quot; fehlt</translation>
    </message>
    <message>
        <source>there are more than %1 parts of the run, as &quot;%2&quot;: rows of the others are left out</source>
        <translation>es gibt mehr als %1 Teile des Laufs wie „%2“: Zeilen der anderen werden ausgelassen</translation>
    </message>
    <message>
        <source>more notices about this file are left out</source>
        <translation>weitere Hinweise zu dieser Datei sind weggelassen</translation>
    </message>
    <message>
        <source>they unpack to more than %1 times their size</source>
        <translation>ausgepackt wären sie mehr als %1-mal so groß</translation>
    </message>
    <message>
        <source>this backslash begins nothing that JSON knows; one that is meant is written \\</source>
        <translation>dieser umgekehrte Schrägstrich beginnt nichts, was JSON kennt; ein gemeinter wird \\ geschrieben</translation>
    </message>
    <message>
        <source>this comma is followed by nothing; take it away</source>
        <translation>auf dieses Komma folgt nichts; es muss weg</translation>
    </message>
    <message>
        <source>this is not JSON in UTF-8</source>
        <translation>das ist kein JSON in UTF-8</translation>
    </message>
    <message>
        <source>values of more than 2 MiB</source>
        <translation>Werte von mehr als 2 MiB</translation>
    </message>
    <message>
        <source>values of other kinds</source>
        <translation>Werte anderer Art</translation>
    </message>
    <message>
        <source>values of the plugin %1</source>
        <translation>Werte des Plugins %1</translation>
    </message>
    <message>
        <source>the object or list that begins here does not end; a %1 is missing</source>
        <translation>das Objekt oder die Liste, die hier beginnt, endet nicht; ein %1 fehlt</translation>
    </message>
    <message>
        <source>values are added to a tick that is not there</source>
        <translation>Werte werden zu einem Tick hinzugefügt, den es nicht gibt</translation>
    </message>
    <message>
        <source>%1: cannot be looked at: %2</source>
        <translation>%1: kann nicht angesehen werden: %2</translation>
    </message>
    <message>
        <source>%1: cannot be read on (%2); open it again to see new values</source>
        <translation>%1: kann nicht weitergelesen werden (%2); erneut öffnen, um neue Werte zu sehen</translation>
    </message>
    <message>
        <source>%1: cannot be read on: %2</source>
        <translation>%1: kann nicht weitergelesen werden: %2</translation>
    </message>
    <message>
        <source>LossMetrics: the module &quot;%1&quot; (its setting &quot;loss_module&quot;) puts out something else than one number; that loss is not shown.</source>
        <translation>LossMetrics: Das Modul &quot;%1&quot; (Einstellung &quot;loss_module&quot;) gibt etwas anderes aus als eine Zahl; dieser Verlust wird nicht gezeigt.</translation>
    </message>
    <message>
        <source>no model here has the layers or attributes in its settings</source>
        <translation>kein Modell hat hier die Schichten oder Attribute aus den Einstellungen</translation>
    </message>
    <message>
        <source>the run has a change of a lens that cannot be read: %1</source>
        <translation>der Lauf nennt eine Änderung einer Linse, die nicht gelesen werden kann: %1</translation>
    </message>
    <message>
        <source>%1: is slow to write</source>
        <translation>%1: wird nur langsam geschrieben</translation>
    </message>
    <message>
        <source>%1: the data set has changed since the run was trained; restore its files, or use Continue with Changes (train --from) to begin a new run with the new data</source>
        <translation>%1: Der Datensatz hat sich seit dem Training des Laufs geändert; seine Dateien zurückstellen oder mit „Mit Änderungen fortfahren“ (train --from) einen neuen Lauf mit den neuen Daten beginnen</translation>
    </message>
    <message>
        <source>%1; %2 of %3 ticks are in the file</source>
        <translation>%1; %2 von %3 Ticks sind in der Datei</translation>
    </message>
    <message>
        <source>This tick has no correlations: the gradients and steps before it are not in the checkpoint.</source>
        <translation>Dieser Tick hat keine Korrelationen: die Gradienten und Schritte davor sind nicht im Checkpoint.</translation>
    </message>
    <message>
        <source>a file of tensors</source>
        <translation>eine Datei mit Tensoren</translation>
    </message>
    <message>
        <source>a model</source>
        <translation>ein Modell</translation>
    </message>
    <message>
        <source>activeEvery is 1 or more, depth is 0 or more, or -1 for all</source>
        <translation>activeEvery ist mindestens 1, depth mindestens 0, oder -1 für alle</translation>
    </message>
    <message>
        <source>an experiment (.json)</source>
        <translation>ein Experiment (.json)</translation>
    </message>
    <message>
        <source>cannot be created: the folder %1 is not there and cannot be made: %2</source>
        <translation>kann nicht angelegt werden: der Ordner %1 fehlt und kann nicht angelegt werden: %2</translation>
    </message>
    <message>
        <source>has %1 bytes, expected %2 of at most %3</source>
        <translation>hat %1 Bytes, erwartet: %2 von höchstens %3</translation>
    </message>
    <message>
        <source>is a folder, expected %1</source>
        <translation>ist ein Ordner, erwartet: %1</translation>
    </message>
    <message>
        <source>is no regular file, expected %1</source>
        <translation>ist keine gewöhnliche Datei, erwartet: %1</translation>
    </message>
    <message>
        <source>it is a library of another kind of machine</source>
        <translation>es ist eine Bibliothek für eine andere Art von Rechner</translation>
    </message>
    <message>
        <source>it is cut short: its headers name more than its %1 bytes</source>
        <translation>sie ist abgeschnitten: ihre Kopfdaten nennen mehr als ihre %1 Bytes</translation>
    </message>
    <message>
        <source>it is no shared library</source>
        <translation>es ist keine dynamische Bibliothek</translation>
    </message>
    <message>
        <source>no model is attached, so pushed values are not recorded; call attach() first</source>
        <translation>es ist kein Modell angeschlossen, darum werden übergebene Werte nicht aufgezeichnet; zuerst attach() aufrufen</translation>
    </message>
    <message>
        <source>the training threw something that is no std::exception, and so says nothing</source>
        <translation>das Training warf etwas, das keine std::exception ist und darum nichts sagt</translation>
    </message>
    <message>
        <source>this RunRecorder was moved from</source>
        <translation>aus diesem RunRecorder wurde verschoben</translation>
    </message>
    <message>
        <source>was moved or deleted during the recording; save a copy of the run to keep new values</source>
        <translation>wurde während der Aufzeichnung verschoben oder gelöscht; eine Kopie des Laufs speichern, um neue Werte zu behalten</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; would share a plot; list one of them</source>
        <translation>„%1“ und „%2“ hätten dasselbe Diagramm; nur eines davon angeben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; cannot take the name &quot;%2&quot;</source>
        <translation>„%1“ kann nicht den Namen „%2“ annehmen</translation>
    </message>
    <message>
        <source>%1: %2; expected %3</source>
        <translation>%1: %2; erwartet: %3</translation>
    </message>
    <message>
        <source>byte %1: %2</source>
        <translation>Byte %1: %2</translation>
    </message>
    <message>
        <source>has no ZIP directory at its end; it is something else, or cut short</source>
        <translation>hat am Ende kein ZIP-Verzeichnis; es ist etwas anderes oder abgeschnitten</translation>
    </message>
    <message>
        <source>lies over others; get the file anew</source>
        <translation>liegt über anderen; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>the ZIP directory has no entry, expected one; get the file anew</source>
        <translation>das ZIP-Verzeichnis hat keinen Eintrag, erwartet: einer; die Datei neu besorgen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; begins anew: the checkpoint has it with other settings.</source>
        <translation>„%1“ beginnt von vorn: im Checkpoint steht es mit anderen Einstellungen.</translation>
    </message>
    <message>
        <source>The tick that was begun when the training stopped shows its whole loss, all that monitors and recorders had, and of all else the rest.</source>
        <translation>Der Tick, der begonnen war, als das Training anhielt, zeigt seinen ganzen Verlust, alles, was Monitore und Rekorder hatten, und von allem anderen den Rest.</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no built-in model</source>
        <translation>„%1“ ist kein eingebautes Modell</translation>
    </message>
    <message>
        <source>a plug-in brings its own data; there are none without it</source>
        <translation>ein Plug-in bringt seine Daten mit; ohne es gibt es keine</translation>
    </message>
    <message>
        <source>%1 is no such plug-in of Lensboard: it has no %2; see &lt;lensboard/plugin.h&gt;</source>
        <translation>%1 ist kein solches Plug-in von Lensboard: Es hat kein %2; siehe &lt;lensboard/plugin.h&gt;</translation>
    </message>
    <message>
        <source>%1 was built for interface %2, this Lensboard has %3; build it anew</source>
        <translation>%1 wurde für die Schnittstelle %2 gebaut, dieses Lensboard hat %3; bauen Sie es neu</translation>
    </message>
    <message>
        <source>%1: has no lens &quot;%2&quot;; it has %3</source>
        <translation>%1: hat keine Linse „%2“; es hat %3</translation>
    </message>
    <message>
        <source>The monitor of %1</source>
        <translation>Der Monitor von %1</translation>
    </message>
    <message>
        <source>The recorder of %1</source>
        <translation>Der Rekorder von %1</translation>
    </message>
    <message>
        <source>&quot;%1&quot; and &quot;%2&quot; would share the plot &quot;%3&quot;</source>
        <translation>„%1“ und „%2“ hätten das Diagramm „%3“ gemeinsam</translation>
    </message>
    <message>
        <source>&quot;%1&quot; has no name of its own for each of its plots</source>
        <translation>„%1“ hat nicht für jedes Diagramm einen eigenen Namen</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is a lens of a plug-in: it is part of an experiment from its beginning, and keeps its settings</source>
        <translation>„%1“ ist eine Linse eines Plug-ins: Sie gehört von Beginn an zum Experiment und behält ihre Einstellungen</translation>
    </message>
    <message>
        <source>&quot;%1&quot;: the plot &quot;%2&quot; cannot hold tensors; use a recorder for tensors</source>
        <translation>„%1“: Das Diagramm „%2“ kann keine Tensoren enthalten; für Tensoren einen Rekorder verwenden</translation>
    </message>
    <message>
        <source>a history of another length cannot be gone on with</source>
        <translation>ein Verlauf von anderer Länge kann nicht fortgesetzt werden</translation>
    </message>
    <message>
        <source>a lens needs a maker, and a name that no other lens has; found &quot;%1&quot;</source>
        <translation>eine Linse braucht eine Funktion, die sie erzeugt, und einen Namen, den keine andere hat; gefunden: „%1“</translation>
    </message>
    <message>
        <source>all modules</source>
        <translation>allen Modulen</translation>
    </message>
    <message>
        <source>found %1, and the reducer keeps states of up to %2 ago; set %3 to more</source>
        <translation>gefunden: %1, und der Verlauf bewahrt Zustände bis vor %2 auf; setzen Sie %3 höher</translation>
    </message>
    <message>
        <source>found &quot;&quot;, expected a plug-in, a shared library; only a model that is one can be meant by &quot;&quot;</source>
        <translation>gefunden: &quot;&quot;, erwartet: ein Plug-in, eine Programmbibliothek; &quot;&quot; kann nur ein Modell meinen, das eines ist</translation>
    </message>
    <message>
        <source>found &quot;&quot;, expected the name of a lens of the plug-in</source>
        <translation>gefunden: &quot;&quot;, erwartet: der Name einer Linse des Plug-ins</translation>
    </message>
    <message>
        <source>found &quot;training&quot;, but only the reductions sum, mean and max support it</source>
        <translation>gefunden: &quot;training&quot;, das nur mit den Zusammenfassungen sum, mean und max möglich ist</translation>
    </message>
    <message>
        <source>the monitor of &quot;%1&quot; is null</source>
        <translation>der Monitor von „%1“ ist null</translation>
    </message>
    <message>
        <source>the plug-in %1 %2</source>
        <translation>das Plug-in %1 %2</translation>
    </message>
    <message>
        <source>the recorder of &quot;%1&quot; is null</source>
        <translation>der Rekorder von „%1“ ist null</translation>
    </message>
    <message>
        <source>is no state of an Inspector</source>
        <translation>ist kein Zustand eines Inspectors</translation>
    </message>
    <message>
        <source>expected a torch.nn.Module, found %1</source>
        <translation>%1 ist kein torch.nn.Module, erwartet wird eines</translation>
    </message>
    <message>
        <source>there is no tensor any more</source>
        <translation>dieser Tensor ist nicht mehr da</translation>
    </message>
    <message>
        <source>there is no tick %1</source>
        <translation>es gibt keinen Tick %1</translation>
    </message>
    <message>
        <source>a lens&apos;s tags are a list of lensboard.TagSpec, found %1</source>
        <translation>die Größen einer Linse sind eine Liste von lensboard.TagSpec, gefunden %1</translation>
    </message>
    <message>
        <source>expected a lensboard.Lens, found %1</source>
        <translation>erwartet wurde eine lensboard.Lens, gefunden %1</translation>
    </message>
    <message>
        <source>expected a torch.Tensor, found %1</source>
        <translation>erwartet wurde ein torch.Tensor, gefunden %1</translation>
    </message>
    <message>
        <source>this is over: use it between attach() and detach(), or in plot(), that it was given to</source>
        <translation>dies ist vorbei: Es gilt zwischen attach() und detach(), oder in dem plot(), das es bekam</translation>
    </message>
    <message>
        <source>this lens has no tag &quot;%1&quot;</source>
        <translation>diese Linse hat keine Größe „%1“</translation>
    </message>
    <message>
        <source>this lens watches another model; pass its class, or a function that makes one, and each model has its own</source>
        <translation>diese Linse beobachtet ein anderes Modell; mit ihrer Klasse oder einer Funktion, die eine macht, hat jedes Modell seine eigene</translation>
    </message>
    <message>
        <source>this module is not one of the model</source>
        <translation>dieses Modul gehört nicht zum Modell</translation>
    </message>
    <message>
        <source>%1 and %2 are the same experiment; leave one of them out</source>
        <translation>%1 und %2 sind dasselbe Experiment; eines davon weglassen</translation>
    </message>
    <message>
        <source>--set %1: %2 is given twice</source>
        <translation>--set %1: %2 ist zweimal angegeben</translation>
    </message>
    <message>
        <source>--set %1: %2..%3 are more than %4 numbers</source>
        <translation>--set %1: %2..%3 sind mehr als %4 Zahlen</translation>
    </message>
    <message>
        <source>--set %1: %2..%3 holds no number; the smaller one comes first</source>
        <translation>--set %1: %2..%3 enthält keine Zahl; die kleinere steht vorn</translation>
    </message>
    <message>
        <source>--set %1: &quot;%2&quot; is neither an index (from 0) in a list of %3 nor the kind of exactly one item</source>
        <translation>--set %1: „%2“ ist weder ein Index (ab 0) in einer Liste von %3 noch die Art genau eines Eintrags</translation>
    </message>
    <message>
        <source>--set %1: expected path=values, such as optimizer.lr=0.1,0.01 or seed=1..5</source>
        <translation>--set %1: erwartet: Pfad=Werte, etwa optimizer.lr=0.1,0.01 oder seed=1..5</translation>
    </message>
    <message>
        <source>--set %1: is given twice; give all its values at once, with commas between them</source>
        <translation>--set %1: ist zweimal angegeben; alle Werte auf einmal angeben, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>--set %1: there is an empty value; an empty text is &quot;&quot;</source>
        <translation>--set %1: Ein Wert ist leer; ein leerer Text ist &quot;&quot;</translation>
    </message>
    <message>
        <source>a closing parenthesis is missing</source>
        <translation>eine schließende Klammer fehlt</translation>
    </message>
    <message>
        <source>a condition is missing at its end</source>
        <translation>am Ende fehlt eine Bedingung</translation>
    </message>
    <message>
        <source>a value is missing after “%1”</source>
        <translation>nach „%1“ fehlt ein Wert</translation>
    </message>
    <message>
        <source>holds a run: open %1</source>
        <translation>enthält einen Lauf: %1 öffnen</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>zu tief verschachtelt</translation>
    </message>
    <message>
        <source>no run has “%1”</source>
        <translation>kein Lauf hat „%1“</translation>
    </message>
    <message>
        <source>no run has “%1”; did you mean “%2”?</source>
        <translation>kein Lauf hat „%1“; ist „%2“ gemeint?</translation>
    </message>
    <message>
        <source>the quotation mark before “%1” is not closed</source>
        <translation>das Anführungszeichen vor „%1“ ist nicht geschlossen</translation>
    </message>
    <message>
        <source>the values of --set make %1 combinations, and at most %2 are trained; give fewer values, or have some chosen with --random</source>
        <translation>die Werte von --set ergeben %1 Kombinationen, und höchstens %2 werden trainiert; weniger Werte angeben, oder mit --random einige auswählen lassen</translation>
    </message>
    <message>
        <source>the values of --set make more than %1 combinations; give fewer values</source>
        <translation>die Werte von --set ergeben mehr als %1 Kombinationen; weniger Werte angeben</translation>
    </message>
    <message>
        <source>“%1” is not expected here; conditions are joined by “and” and “or”</source>
        <translation>„%1“ wird hier nicht erwartet; Bedingungen werden mit „and“ und „or“ verbunden</translation>
    </message>
    <message>
        <source>“%1” is to be followed by &lt;, &lt;=, &gt;, &gt;=, =, != or ~</source>
        <translation>auf „%1“ muss &lt;, &lt;=, &gt;, &gt;=, =, != oder ~ folgen</translation>
    </message>
    <message>
        <source>“%1” lacks its closing parenthesis; a name with blanks stands in backquotes</source>
        <translation>„%1“ fehlt die schließende Klammer; ein Name mit Leerzeichen steht in Gravis-Zeichen</translation>
    </message>
    <message>
        <source>“%1” may be %2 or %3</source>
        <translation>„%1“ kann %2 oder %3 sein</translation>
    </message>
    <message>
        <source>“%1” stands where a column is expected</source>
        <translation>„%1“ steht, wo eine Spalte erwartet wird</translation>
    </message>
    <message>
        <source>budget is a share of a step&apos;s time, from 0 (every step is measured) to 1</source>
        <translation>„budget“ ist ein Anteil an der Zeit eines Schritts, von 0 (jeder Schritt wird gemessen) bis 1</translation>
    </message>
    <message>
        <source>a chunk of %1 values that has %2</source>
        <translation>ein Stück von %1 Werten, das %2 hat</translation>
    </message>
    <message>
        <source>Layer &quot;%1&quot;: %2 is not measured; to compare it takes %3 MB, and lenses may keep %4 MB (inspector.memory).</source>
        <translation>Schicht „%1“: %2 wird nicht gemessen; zum Vergleichen braucht es %3 MB, und Linsen dürfen %4 MB behalten (inspector.memory).</translation>
    </message>
    <message>
        <source>found %1, expected memory, such as &quot;1 GB&quot;, &quot;500 MB&quot; or &quot;10 %&quot;</source>
        <translation>%1 gefunden, Speicher erwartet, etwa „1 GB“, „500 MB“ oder „10 %“</translation>
    </message>
    <message>
        <source>memory is &quot;%1&quot;, expected such as &quot;1 GB&quot;, &quot;500 MB&quot; or &quot;10 %&quot;</source>
        <translation>memory ist „%1“, erwartet wird etwas wie „1 GB“, „500 MB“ oder „10 %“</translation>
    </message>
    <message>
        <source>Lenses would keep more than %1 MB of tensors to compare the next with (inspector.memory): they look at layers in turns, a few steps each.</source>
        <translation>Linsen würden mehr als %1 MB an Tensoren behalten, um die nächsten damit zu vergleichen (inspector.memory): Sie sehen Schichten abwechselnd an, je einige Schritte lang.</translation>
    </message>
    <message>
        <source>From here on, ticks before the last %1 are thinned to save space: each line keeps the least and the greatest value of every %2 ticks (tick.keep)</source>
        <translation>Ab hier werden Ticks vor den letzten %1 ausgedünnt, um Platz zu sparen: Jede Linie behält den kleinsten und den größten Wert von je %2 Ticks (tick.keep)</translation>
    </message>
    <message>
        <source>keep is %1, expected a number of ticks, or 0 for all</source>
        <translation>keep ist %1, erwartet wird eine Anzahl von Ticks, oder 0 für alle</translation>
    </message>
    <message>
        <source>%1 does not answer any more</source>
        <translation>%1 antwortet nicht mehr</translation>
    </message>
    <message>
        <source>%1 hangs: the others waited for it in vain</source>
        <translation>%1 hängt: Die anderen haben vergeblich gewartet</translation>
    </message>
    <message>
        <source>%1, process id %2</source>
        <translation>%1, Prozess-ID %2</translation>
    </message>
    <message>
        <source>%1: %2 is no number from %3 to %4</source>
        <translation>%1: %2 ist keine Zahl von %3 bis %4</translation>
    </message>
    <message>
        <source>%1: is not set, and %2 is: several processes that train together need both</source>
        <translation>%1: ist nicht gesetzt, aber %2: Mehrere Prozesse, die zusammen trainieren, brauchen beides</translation>
    </message>
    <message>
        <source>MASTER_ADDR: is not set; on several machines mpirun needs -x MASTER_ADDR=HOST, the machine of rank 0</source>
        <translation>MASTER_ADDR: ist nicht gesetzt; auf mehreren Rechnern braucht mpirun -x MASTER_ADDR=HOST, den Rechner von Rang 0</translation>
    </message>
    <message>
        <source>The last batch of each epoch would have one sample in a process, or none, too few for batch normalisation: its %1 samples are left out.</source>
        <translation>Der letzte Batch jeder Epoche hätte in einem Prozess ein Beispiel oder keines, zu wenig für die Batch-Normalisierung: Seine %1 Beispiele werden ausgelassen.</translation>
    </message>
    <message>
        <source>dataset: %1 training samples are fewer than the %2 processes that train on them</source>
        <translation>dataset: %1 Trainingsbeispiele sind weniger als die %2 Prozesse, die damit trainieren</translation>
    </message>
    <message>
        <source>of %1 processes these did not come to %2 within %3 s: %4</source>
        <translation>Von %1 Prozessen kamen diese nicht innerhalb von %3 s zu %2: %4</translation>
    </message>
    <message>
        <source>process %1 trains another experiment than the first process: %2 is %3 there, not %4</source>
        <translation>Prozess %1 trainiert ein anderes Experiment als der erste: %2 ist dort %3, nicht %4</translation>
    </message>
    <message>
        <source>process %1 of %2 (%3)</source>
        <translation>Prozess %1 von %2 (%3)</translation>
    </message>
    <message>
        <source>process %1 of %2 failed: %3</source>
        <translation>Prozess %1 von %2 ist gescheitert: %3</translation>
    </message>
    <message>
        <source>process %1 of %2 found nobody at %3 within %4 s: is process 0 running, and does MASTER_ADDR name its machine?</source>
        <translation>Prozess %1 von %2 fand niemanden bei %3 innerhalb von %4 s: Läuft Prozess 0, und nennt MASTER_ADDR seinen Rechner?</translation>
    </message>
    <message>
        <source>process %1 of %2 waited for the others in vain</source>
        <translation>Prozess %1 von %2 hat vergeblich auf die anderen gewartet</translation>
    </message>
    <message>
        <source>process %1 of %2 waits for the first at %3</source>
        <translation>Prozess %1 von %2 wartet bei %3 auf den ersten</translation>
    </message>
    <message>
        <source>process %1 of %2 waits for the others</source>
        <translation>Prozess %1 von %2 wartet auf die anderen</translation>
    </message>
    <message>
        <source>process 0 of %1 no longer answers at %2</source>
        <translation>Prozess 0 von %1 antwortet unter %2 nicht mehr</translation>
    </message>
    <message>
        <source>the processes cannot meet at %1: the port is taken, or the address is not one of this machine; choose others by MASTER_ADDR and MASTER_PORT (%2)</source>
        <translation>Die Prozesse können sich nicht bei %1 treffen: Der Port ist belegt, oder die Adresse gehört nicht zu diesem Rechner; andere wählen MASTER_ADDR und MASTER_PORT (%2)</translation>
    </message>
    <message>
        <source>this build of Lensboard trains in one process only: its LibTorch came without c10d or Gloo; with libgloo-dev installed it builds with both</source>
        <translation>Dieses Lensboard trainiert nur in einem Prozess: Sein LibTorch kam ohne c10d oder Gloo; mit libgloo-dev baut es mit beiden</translation>
    </message>
    <message>
        <source>waiting for %1 of %2 processes</source>
        <translation>Wartet auf %1 von %2 Prozessen</translation>
    </message>
    <message>
        <source>%1 processes train together, in batches of %2 samples: losses, metrics and lenses of outputs cover all processes, other watchers the first process.</source>
        <translation>%1 Prozesse trainieren zusammen, in Batches von %2 Beispielen: Verluste, Metriken und Linsen von Ausgaben gelten für alle Prozesse, andere Beobachter für den ersten.</translation>
    </message>
    <message>
        <source>the processes measure different layers</source>
        <translation>Die Prozesse messen verschiedene Schichten</translation>
    </message>
    <message>
        <source>%1 (process %2)</source>
        <translation>%1 (Prozess %2)</translation>
    </message>
    <message>
        <source>The processes drift apart: these parameters now differ from the first process: %1</source>
        <translation>Die Prozesse driften auseinander: Diese Parameter weichen jetzt vom ersten Prozess ab: %1</translation>
    </message>
    <message>
        <source>model.kind: a plug-in trains in one process only</source>
        <translation>model.kind: Ein Plug-in trainiert nur in einem Prozess</translation>
    </message>
    <message>
        <source>the processes cannot connect to each other; GLOO_SOCKET_IFNAME names the network interface that they can (%1)</source>
        <translation>Die Prozesse können sich nicht miteinander verbinden; GLOO_SOCKET_IFNAME nennt die Netzwerkschnittstelle, über die sie es können (%1)</translation>
    </message>
    <message>
        <source>%1: the plan for other processes cannot be written: %2</source>
        <translation>%1: Der Plan für die anderen Prozesse lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>the plan of a training</source>
        <translation>der Plan eines Trainings</translation>
    </message>
    <message>
        <source>there is no port for the processes to meet at: %1</source>
        <translation>Es gibt keinen Port, an dem sich die Prozesse treffen könnten: %1</translation>
    </message>
    <message>
        <source>Process %1 has other lenses than the first process: its measurements of such ticks are left out.</source>
        <translation>Prozess %1 hat andere Linsen als der erste: Seine Messungen solcher Ticks fehlen.</translation>
    </message>
    <message>
        <source>process %1 passed something else than an Inspector&apos;s sums</source>
        <translation>Prozess %1 übergab etwas anderes als die Summen eines Inspectors</translation>
    </message>
    <message>
        <source>processes: a rank is from 0 to one below their count; the first records, the others elsewhere</source>
        <translation>Prozesse: Ein Rang liegt zwischen 0 und eins unter ihrer Anzahl; der erste zeichnet auf, die anderen nicht</translation>
    </message>
    <message>
        <source>Begin anew with a learning rate ten times lower, or warm it up.</source>
        <translation>Mit einer zehnmal kleineren Lernrate neu beginnen oder sie anwärmen.</translation>
    </message>
    <message>
        <source>The weights have grown so large that steps do not change the loss any more.</source>
        <translation>Die Gewichte sind so groß geworden, dass Schritte den Verlust nicht mehr ändern.</translation>
    </message>
    <message>
        <source>updates are %1 of the weights, gradients %2; below %3 gradients say little</source>
        <translation>Änderungen sind %1 der Gewichte, Gradienten %2; unter %3 sagen Gradienten wenig</translation>
    </message>
    <message>
        <source>%1 from step %2 on</source>
        <translation>%1 ab Schritt %2</translation>
    </message>
    <message>
        <source>%n spike; the highest %1, where %2 was usual</source>
        <translation>%n Ausschlag; der höchste %1, wo %2 üblich war</translation>
    </message>
    <message>
        <source>%n spikes; the highest %1, where %2 was usual</source>
        <translation>%n Ausschläge; der höchste %1, wo %2 üblich war</translation>
    </message>
    <message>
        <source>Clip gradients, lower the learning rate, or scale the loss if it is computed in half precision.</source>
        <translation>Gradienten begrenzen, die Lernrate senken oder den Verlust skalieren, falls er mit halber Genauigkeit berechnet wird.</translation>
    </message>
    <message>
        <source>Clip gradients, normalise inputs, average the loss over the batch instead of summing it, initialise weights smaller, or lower the learning rate.</source>
        <translation>Gradienten begrenzen, Eingaben normalisieren, den Verlust über den Batch mitteln statt summieren, Gewichte kleiner initialisieren oder die Lernrate senken.</translation>
    </message>
    <message>
        <source>Each process trains a model of its own from there on, and their mean is none of them.</source>
        <translation>Jeder Prozess trainiert von da an ein eigenes Modell, und ihr Mittel ist keines davon.</translation>
    </message>
    <message>
        <source>Each step undoes much of the previous step: the learning rate is at the limit for this model.</source>
        <translation>Jeder Schritt macht viel vom vorigen rückgängig: Die Lernrate ist an der Grenze für dieses Modell.</translation>
    </message>
    <message>
        <source>Gradients are next to nothing though the loss is still high.</source>
        <translation>Gradienten sind fast nichts, obwohl der Verlust noch hoch ist.</translation>
    </message>
    <message>
        <source>Gradients are so large that steps along them go anywhere.</source>
        <translation>Gradienten sind so groß, dass Schritte entlang ihnen irgendwohin führen.</translation>
    </message>
    <message>
        <source>Gradients fade on their way back: the first layers hardly learn.</source>
        <translation>Gradienten schwinden auf dem Rückweg: Die ersten Schichten lernen kaum.</translation>
    </message>
    <message>
        <source>Look at the batch of that step for values that are not finite, and at logarithms, roots and divisions in the loss; lower the learning rate if the loss grew before.</source>
        <translation>Den Batch dieses Schritts nach nicht endlichen Werten ansehen, und Logarithmen, Wurzeln und Divisionen im Verlust; die Lernrate senken, falls der Verlust vorher wuchs.</translation>
    </message>
    <message>
        <source>Check the samples of these steps; clip gradients or lower the learning rate.</source>
        <translation>Die Beispiele dieser Schritte prüfen; Gradienten begrenzen oder die Lernrate senken.</translation>
    </message>
    <message>
        <source>Lower the learning rate by a factor of three to ten, warm it up, or clip gradients.</source>
        <translation>Die Lernrate auf ein Drittel bis ein Zehntel senken, sie anwärmen oder Gradienten begrenzen.</translation>
    </message>
    <message>
        <source>Lower the learning rate by a factor of two to ten, or take larger batches.</source>
        <translation>Die Lernrate auf die Hälfte bis ein Zehntel senken oder größere Batches nehmen.</translation>
    </message>
    <message>
        <source>Lower the learning rate if the loss is noisy, raise it if steps are small; or the model is as good as it gets: see the validation loss.</source>
        <translation>Die Lernrate senken, falls der Verlust rauscht, sie erhöhen, falls Schritte klein sind; oder das Modell ist so gut, wie es wird: siehe den Validierungsverlust.</translation>
    </message>
    <message>
        <source>Lower the learning rate or the weight decay; warm up; see whether these weights began very small.</source>
        <translation>Die Lernrate oder den Gewichtszerfall senken; anwärmen; nachsehen, ob diese Gewichte sehr klein begannen.</translation>
    </message>
    <message>
        <source>Lower the learning rate, see whether biases are far below zero, or use LeakyReLU or GELU.</source>
        <translation>Die Lernrate senken, nachsehen, ob Biases weit unter null liegen, oder LeakyReLU oder GELU verwenden.</translation>
    </message>
    <message>
        <source>Lower the rate later, less or not so often; a schedule&apos;s length should be that of the training.</source>
        <translation>Die Rate später, weniger oder nicht so oft senken; ein Plan sollte so lang sein wie das Training.</translation>
    </message>
    <message>
        <source>Many units of these layers are dead: zero for every sample, and without a gradient.</source>
        <translation>Viele Einheiten dieser Schichten sind tot: null für jedes Beispiel, und ohne Gradient.</translation>
    </message>
    <message>
        <source>No parameter has a gradient: the loss does not depend on the model.</source>
        <translation>Kein Parameter hat einen Gradienten: Der Verlust hängt nicht vom Modell ab.</translation>
    </message>
    <message>
        <source>Normalise the inputs, initialise the weights smaller, or lower the learning rate at the start.</source>
        <translation>Die Eingaben normalisieren, die Gewichte kleiner initialisieren oder die Lernrate am Anfang senken.</translation>
    </message>
    <message>
        <source>Numbers became NaN or infinite, first in %1. All values computed from them are lost.</source>
        <translation>Zahlen wurden NaN oder unendlich, zuerst hier: %1. Alle daraus berechneten Werte sind verloren.</translation>
    </message>
    <message>
        <source>On data that it has not seen the model is no better than guessing.</source>
        <translation>Auf Daten, die es nicht gesehen hat, ist das Modell nicht besser als Raten.</translation>
    </message>
    <message>
        <source>Raise the learning rate by a factor of ten, and again as long as the loss stays calm.</source>
        <translation>Die Lernrate verzehnfachen, und noch einmal, solange der Verlust ruhig bleibt.</translation>
    </message>
    <message>
        <source>See whether all processes begin with the same weights, and whether something changes parameters besides the optimizer, or differently in each.</source>
        <translation>Nachsehen, ob alle Prozesse mit denselben Gewichten beginnen, und ob etwas außer dem Optimierer Parameter ändert, oder in jedem anders.</translation>
    </message>
    <message>
        <source>See whether gradients reach these layers, and whether they have a learning rate of their own.</source>
        <translation>Nachsehen, ob Gradienten diese Schichten erreichen und ob sie eine eigene Lernrate haben.</translation>
    </message>
    <message>
        <source>See whether labels belong to their inputs, whether validation data are prepared as training data are, and whether the order of samples is shuffled.</source>
        <translation>Nachsehen, ob Zielwerte zu ihren Eingaben gehören, ob Validierungsdaten wie Trainingsdaten vorbereitet werden und ob die Beispiele gemischt werden.</translation>
    </message>
    <message>
        <source>See whether the optimizer was given their parameters, with a learning rate above zero, and whether they have gradients.</source>
        <translation>Nachsehen, ob der Optimierer ihre Parameter bekam, mit einer Lernrate über null, und ob sie Gradienten haben.</translation>
    </message>
    <message>
        <source>Set requires_grad if they should learn.</source>
        <translation>requires_grad setzen, falls sie lernen sollen.</translation>
    </message>
    <message>
        <source>Single batches have a loss far above that of their neighbours: damaged or mislabelled samples, or steps that are too long.</source>
        <translation>Einzelne Batches haben einen Verlust weit über dem ihrer Nachbarn: beschädigte oder falsch bezeichnete Beispiele oder zu lange Schritte.</translation>
    </message>
    <message>
        <source>Steps are about as long as the weights: each step overwrites earlier progress.</source>
        <translation>Schritte sind etwa so lang wie die Gewichte: Jeder Schritt überschreibt frühere Fortschritte.</translation>
    </message>
    <message>
        <source>Steps are so short that the model hardly changes.</source>
        <translation>Schritte sind so kurz, dass sich das Modell kaum ändert.</translation>
    </message>
    <message>
        <source>Take the model of that step; add data or augmentation, weight decay or dropout, or make the model smaller.</source>
        <translation>Das Modell dieses Schritts nehmen; mehr oder veränderte Daten, Gewichtszerfall oder Dropout dazunehmen oder das Modell verkleinern.</translation>
    </message>
    <message>
        <source>The first layers are not trained, as where only the rest of a model is trained anew.</source>
        <translation>Die ersten Schichten werden nicht trainiert, wie wenn nur der Rest eines Modells neu trainiert wird.</translation>
    </message>
    <message>
        <source>The learning rate was lowered so far that the loss stands still for much of the run.</source>
        <translation>Die Lernrate wurde so weit gesenkt, dass der Verlust einen großen Teil des Laufs stillsteht.</translation>
    </message>
    <message>
        <source>The loss fell and stands still now.</source>
        <translation>Der Verlust fiel und steht jetzt still.</translation>
    </message>
    <message>
        <source>The loss grew and stayed high: the model loses its progress, or learns nothing.</source>
        <translation>Der Verlust wuchs und blieb hoch: Das Modell verliert seine Fortschritte oder lernt nichts.</translation>
    </message>
    <message>
        <source>The model begins with confident wrong answers: its weights or inputs are too large, or its first steps were.</source>
        <translation>Das Modell beginnt mit falschen Antworten bei hoher Sicherheit: Seine Gewichte oder Eingaben sind zu groß, oder seine ersten Schritte waren es.</translation>
    </message>
    <message>
        <source>The model is much worse in training than in validation: the differences between the two hold it back.</source>
        <translation>Das Modell ist im Training viel schlechter als in der Validierung: Die Unterschiede zwischen beiden halten es auf.</translation>
    </message>
    <message>
        <source>The model knows its training data by heart, and gets no better on data that it has not seen.</source>
        <translation>Das Modell kennt seine Trainingsdaten auswendig und wird auf Daten, die es nicht gesehen hat, nicht besser.</translation>
    </message>
    <message>
        <source>The model learns its training data by heart: since that step it gets worse on data that it has not seen.</source>
        <translation>Das Modell lernt seine Trainingsdaten auswendig: Seit diesem Schritt wird es auf Daten, die es nicht gesehen hat, schlechter.</translation>
    </message>
    <message>
        <source>The model learns its training data, but nothing that holds beyond it.</source>
        <translation>Das Modell lernt seine Trainingsdaten, aber nichts, was darüber hinaus gilt.</translation>
    </message>
    <message>
        <source>These layers are not trained, though layers before them are.</source>
        <translation>Diese Schichten werden nicht trainiert, obwohl Schichten vor ihnen trainiert werden.</translation>
    </message>
    <message>
        <source>These layers hardly move while others learn.</source>
        <translation>Diese Schichten bewegen sich kaum, während andere lernen.</translation>
    </message>
    <message>
        <source>These layers put out zeros: earlier layers learn nothing through them.</source>
        <translation>Diese Schichten geben Nullen aus: Frühere Schichten lernen durch sie nichts.</translation>
    </message>
    <message>
        <source>Use ReLU or GELU instead of sigmoid or tanh, residual connections, normalisation, or an initialisation made for the activation.</source>
        <translation>ReLU oder GELU statt Sigmoid oder Tanh verwenden, Residualverbindungen, Normalisierung oder eine Initialisierung, die zur Aktivierung passt.</translation>
    </message>
    <message>
        <source>a step changes weights by %1 of themselves, others by more than %2</source>
        <translation>ein Schritt ändert Gewichte um %1 ihrer selbst, andere um mehr als %2</translation>
    </message>
    <message>
        <source>a step changes weights by up to %1 of themselves; at most %2 is usual</source>
        <translation>ein Schritt ändert Gewichte um bis zu %1 ihrer selbst; höchstens %2 ist üblich</translation>
    </message>
    <message>
        <source>accuracy %1 in training, %2 in validation; at most %3 less is usual</source>
        <translation>Genauigkeit %1 im Training, %2 in der Validierung; höchstens %3 weniger ist üblich</translation>
    </message>
    <message>
        <source>gradients are %1 times their weights in the middle of all layers; at most %2 is usual</source>
        <translation>Gradienten sind das %1-fache ihrer Gewichte, im Median aller Schichten; höchstens %2 ist üblich</translation>
    </message>
    <message>
        <source>gradients are %1 times their smallest value, and the loss is above its start</source>
        <translation>Gradienten sind das %1-fache ihres kleinsten Werts, und der Verlust liegt über seinem Anfang</translation>
    </message>
    <message>
        <source>gradients of outputs</source>
        <translation>Gradienten von Ausgaben</translation>
    </message>
    <message>
        <source>gradients of parameters</source>
        <translation>Gradienten von Parametern</translation>
    </message>
    <message>
        <source>gradients of the first third of the layers are %1 of the last third&apos;s; at least %2 is expected</source>
        <translation>Gradienten des ersten Drittels der Schichten sind %1 derer des letzten Drittels; mindestens %2 wird erwartet</translation>
    </message>
    <message>
        <source>gradients of the first third of the layers are %1 times the last third&apos;s; at most %2 is expected</source>
        <translation>Gradienten des ersten Drittels der Schichten sind das %1-fache derer des letzten Drittels; höchstens %2 wird erwartet</translation>
    </message>
    <message>
        <source>gradients were exactly 0 in the last %1 ticks or more</source>
        <translation>Gradienten waren in den letzten %1 Ticks oder länger genau 0</translation>
    </message>
    <message>
        <source>learning rate %1 since step %2, after up to %3; loss %4, before %5</source>
        <translation>Lernrate %1 seit Schritt %2, nach bis zu %3; Verlust %4, davor %5</translation>
    </message>
    <message>
        <source>loss %1 in the last quarter, %2 in the one before: %3 of where it began</source>
        <translation>Verlust %1 im letzten Viertel, %2 in dem davor: %3 des Anfangs</translation>
    </message>
    <message>
        <source>loss %1 in training, %2 in validation</source>
        <translation>Verlust %1 im Training, %2 in der Validierung</translation>
    </message>
    <message>
        <source>loss %1, %2 at the start; it falls slowly in a straight line</source>
        <translation>Verlust %1, %2 am Anfang; er fällt langsam in gerader Linie</translation>
    </message>
    <message>
        <source>loss up to %1; it began at %2, its best was %3</source>
        <translation>Verlust bis %1; er begann bei %2, sein bester war %3</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>root mean square of gradients %1 in the middle of all layers, below %2</source>
        <translation>quadratisches Mittel der Gradienten %1 im Median aller Schichten, unter %2</translation>
    </message>
    <message>
        <source>the loss</source>
        <translation>der Verlust</translation>
    </message>
    <message>
        <source>the validation loss</source>
        <translation>der Validierungsverlust</translation>
    </message>
    <message>
        <source>there is no rule &quot;%1&quot;; did you mean %2? There are %3</source>
        <translation>es gibt keine Regel „%1“; war %2 gemeint? Es gibt %3</translation>
    </message>
    <message>
        <source>there is no rule &quot;%1&quot;; there are %2</source>
        <translation>es gibt keine Regel „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>updates are %1 of the weights, about %2 is usual; loss %3, %4 at the start</source>
        <translation>Änderungen sind %1 der Gewichte, etwa %2 ist üblich; Verlust %3, %4 am Anfang</translation>
    </message>
    <message>
        <source>updates of parameters</source>
        <translation>Änderungen von Parametern</translation>
    </message>
    <message>
        <source>validation loss %1, best %2 at step %3; training loss %4, then %5</source>
        <translation>Validierungsverlust %1, bester %2 bei Schritt %3; Trainingsverlust %4, damals %5</translation>
    </message>
    <message>
        <source>validation loss %1; guessing has %2</source>
        <translation>Validierungsverlust %1; Raten hat %2</translation>
    </message>
    <message>
        <source>validation loss %1; the training began at %2</source>
        <translation>Validierungsverlust %1; das Training begann bei %2</translation>
    </message>
    <message>
        <source>%1 stops the training: %2</source>
        <translation>%1 beendet das Training: %2</translation>
    </message>
    <message>
        <source>Rules judge this training no more: %1</source>
        <translation>Regeln beurteilen dieses Training nicht mehr: %1</translation>
    </message>
    <message>
        <source>nothing is shown of nothing; list weights, gradients or outputs</source>
        <translation>von nichts wird nichts gezeigt; weights, gradients oder outputs aufführen</translation>
    </message>
    <message>
        <source>%1 has a checkpoint written: %2</source>
        <translation>%1 lässt einen Checkpoint schreiben: %2</translation>
    </message>
    <message>
        <source>%1 leaves out layer &quot;%2&quot;: the shorter side of its %3 has %4 values, the lens takes up to %5 (its setting &quot;largest&quot;).</source>
        <translation>%1 lässt die Schicht „%2“ aus: Die kürzere Seite von %3 hat %4 Werte, die Linse nimmt bis zu %5 (Einstellung &quot;largest&quot;).</translation>
    </message>
    <message>
        <source>%1 leaves out layer &quot;%2&quot;: to copy its %3 takes %4 MB, and lenses may keep %5 MB (inspector.memory).</source>
        <translation>%1 lässt die Schicht „%2“ aus: %3 zu kopieren braucht %4 MB, und Linsen dürfen %5 MB behalten (inspector.memory).</translation>
    </message>
    <message>
        <source>%1 measures layers in turns: their matrices have %2 MB, and at most %3 MB are copied per tick.</source>
        <translation>%1 misst Schichten abwechselnd: Ihre Matrizen haben %2 MB, und je Tick werden höchstens %3 MB kopiert.</translation>
    </message>
    <message>
        <source>%1 pauses the training: %2</source>
        <translation>%1 hält das Training an: %2</translation>
    </message>
    <message>
        <source>%1 problems</source>
        <translation>%1 Probleme</translation>
    </message>
    <message>
        <source>%1 warnings</source>
        <translation>%1 Warnungen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1: is no folder of this user&apos;s</source>
        <translation>%1: ist kein Ordner dieses Benutzers</translation>
    </message>
    <message>
        <source>%1: the path is too long for a socket (at most 107 bytes)</source>
        <translation>%1: Der Pfad ist zu lang für einen Socket (höchstens 107 Bytes)</translation>
    </message>
    <message>
        <source>1 problem</source>
        <translation>1 Problem</translation>
    </message>
    <message>
        <source>1 warning</source>
        <translation>1 Warnung</translation>
    </message>
    <message>
        <source>A command of another program failed: %1</source>
        <translation>Ein Befehl eines anderen Programms ist gescheitert: %1</translation>
    </message>
    <message>
        <source>Begin with smaller weights, normalise the inputs, lower the learning rate, or use ReLU or GELU.</source>
        <translation>Mit kleineren Gewichten beginnen, die Eingaben normieren, die Lernrate senken oder ReLU oder GELU verwenden.</translation>
    </message>
    <message>
        <source>Initialise weights with a variance of 2 / inputs for ReLU and 1 / inputs otherwise, or normalise between layers.</source>
        <translation>Gewichte mit der Varianz 2 / Eingänge bei ReLU und sonst 1 / Eingänge initialisieren, oder zwischen den Schichten normieren.</translation>
    </message>
    <message>
        <source>Every step is as long as the limit says, however large the gradient is: the limit has become a second learning rate.</source>
        <translation>Jeder Schritt ist so lang, wie es die Grenze vorgibt, egal wie groß der Gradient ist: Die Grenze ist zu einer zweiten Lernrate geworden.</translation>
    </message>
    <message>
        <source>GradientNoise shows no noise scale: it is not known how many samples a batch has (its setting &quot;batch_size&quot;).</source>
        <translation>GradientNoise zeigt keine Rauschskala: Wie viele Beispiele ein Batch hat, ist nicht bekannt (Einstellung &quot;batch_size&quot;).</translation>
    </message>
    <message>
        <source>Inputs differ by far less than they are large: the first layer sees nearly the same everywhere.</source>
        <translation>Die Eingaben unterscheiden sich um weit weniger, als sie groß sind: Die erste Schicht sieht überall fast dasselbe.</translation>
    </message>
    <message>
        <source>Lower the learning rate or the weight decay, add skip connections or normalisation, and begin anew.</source>
        <translation>Die Lernrate oder den Gewichtsverfall senken, Abkürzungen oder Normierung einbauen und neu beginnen.</translation>
    </message>
    <message>
        <source>Outputs fade from layer to layer: the last ones see hardly any difference between samples.</source>
        <translation>Die Ausgaben schwinden von Schicht zu Schicht: Die letzten sehen zwischen den Beispielen kaum einen Unterschied.</translation>
    </message>
    <message>
        <source>Outputs grow from layer to layer: so do gradients, and the first steps.</source>
        <translation>Die Ausgaben wachsen von Schicht zu Schicht, und mit ihnen die Gradienten und die ersten Schritte.</translation>
    </message>
    <message>
        <source>Raise the limit to a few times the usual norm of the gradient, and set the learning rate anew.</source>
        <translation>Die Grenze auf ein Mehrfaches der üblichen Norm des Gradienten anheben und die Lernrate neu wählen.</translation>
    </message>
    <message>
        <source>Subtract the mean and divide by the deviation of the training data.</source>
        <translation>Den Mittelwert der Trainingsdaten abziehen und durch ihre Standardabweichung teilen.</translation>
    </message>
    <message>
        <source>The outputs of all samples become alike: these layers tell them apart less and less.</source>
        <translation>Die Ausgaben aller Beispiele gleichen sich an: Diese Schichten unterscheiden sie immer weniger.</translation>
    </message>
    <message>
        <source>The scale of inputs is that of the first gradients: the learning rate fits no layer but the first, or all others.</source>
        <translation>Wie groß die Eingaben sind, so groß sind die ersten Gradienten: Die Lernrate passt nur zur ersten Schicht oder nur zu allen anderen.</translation>
    </message>
    <message>
        <source>These activations lie where they are flat: hardly any gradient passes them.</source>
        <translation>Diese Aktivierungen liegen dort, wo sie flach sind: Kaum ein Gradient kommt hindurch.</translation>
    </message>
    <message>
        <source>This tick has no gradient noise: the gradients before it are not in the checkpoint.</source>
        <translation>Dieser Tick hat kein Gradientenrauschen: die Gradienten davor sind nicht im Checkpoint.</translation>
    </message>
    <message>
        <source>Use larger batches, or layer or group normalisation.</source>
        <translation>Größere Batches verwenden oder Layer- oder Gruppennormierung.</translation>
    </message>
    <message>
        <source>The outputs of these layers depend on the other samples of a batch, and evaluation uses other statistics than training.</source>
        <translation>Die Ausgaben dieser Schichten hängen von den anderen Beispielen im Batch ab, und die Auswertung benutzt andere Statistiken als das Training.</translation>
    </message>
    <message>
        <source>a learning rate is a number greater than 0, found %1</source>
        <translation>eine Lernrate ist eine Zahl größer als 0, gefunden: %1</translation>
    </message>
    <message>
        <source>a message is longer than the %1 bytes that are allowed</source>
        <translation>eine Nachricht ist länger als die erlaubten %1 Bytes</translation>
    </message>
    <message>
        <source>a verdict that no rules made</source>
        <translation>ein Urteil, das keine Regeln gefällt haben</translation>
    </message>
    <message>
        <source>gradients are clipped at %1 of %2 ticks, and %3 times as large as the limit of %4</source>
        <translation>Gradienten werden bei %1 von %2 Ticks gekappt und sind %3-mal so groß wie die Grenze von %4</translation>
    </message>
    <message>
        <source>inputs have a mean of %1 and a deviation of %2; usual are 0 and 1</source>
        <translation>die Eingaben haben einen Mittelwert von %1 und eine Standardabweichung von %2; üblich sind 0 und 1</translation>
    </message>
    <message>
        <source>its training is busy with too many other programs that send it commands</source>
        <translation>sein Training hat mit zu vielen anderen zu tun, die ihm Befehle geben</translation>
    </message>
    <message>
        <source>mean and variance of a channel are computed from %1 values; fewer than %2 are too few</source>
        <translation>Mittelwert und Varianz eines Kanals sind aus %1 Werten berechnet; weniger als %2 sind zu wenige</translation>
    </message>
    <message>
        <source>no training of this user on this machine takes commands for it: it is over, runs elsewhere, or was started with --no-control or without XDG_RUNTIME_DIR</source>
        <translation>kein Training dieses Benutzers auf diesem Rechner nimmt Befehle dafür an: Es ist vorbei, läuft anderswo oder wurde mit --no-control oder ohne XDG_RUNTIME_DIR gestartet</translation>
    </message>
    <message>
        <source>commands come from a newer Lensboard (%1) than the training&apos;s (%2): update the training&apos;s</source>
        <translation>Befehle kommen von einem neueren Lensboard (%1) als dem des Trainings (%2): das des Trainings aktualisieren</translation>
    </message>
    <message>
        <source>commands come from an older Lensboard (%1) than the training&apos;s (%2): update that one</source>
        <translation>Befehle kommen von einem älteren Lensboard (%1) als dem des Trainings (%2): jenes aktualisieren</translation>
    </message>
    <message>
        <source>outputs are %1 in &quot;%2&quot; and %3 in &quot;%4&quot; in the first tick, root mean square; a ratio above %5 is too large</source>
        <translation>die Ausgaben sind im ersten Tick in „%2“ %1 und in „%4“ %3 groß (quadratisches Mittel); ein Verhältnis über %5 ist zu groß</translation>
    </message>
    <message>
        <source>takes no commands from other programs: %1</source>
        <translation>nimmt keine Befehle anderer Programme an: %1</translation>
    </message>
    <message>
        <source>the connection is lost: %1</source>
        <translation>die Verbindung ist unterbrochen: %1</translation>
    </message>
    <message>
        <source>the effective rank of outputs fell from %1 to %2; a fall below %3 is too far</source>
        <translation>der effektive Rang der Ausgaben fiel von %1 auf %2; unter %3 ist zu wenig</translation>
    </message>
    <message>
        <source>the other side answered an unknown request</source>
        <translation>die andere Seite hat auf eine unbekannte Anfrage geantwortet</translation>
    </message>
    <message>
        <source>the other side is no Lensboard</source>
        <translation>die andere Seite ist kein Lensboard</translation>
    </message>
    <message>
        <source>the other side sent a state that is not known here</source>
        <translation>die andere Seite hat einen Zustand gesendet, der hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the other side sent an unknown command</source>
        <translation>die andere Seite hat einen unbekannten Befehl gesendet</translation>
    </message>
    <message>
        <source>the other side sent settings that are no JSON object</source>
        <translation>die andere Seite hat Einstellungen gesendet, die kein JSON-Objekt sind</translation>
    </message>
    <message>
        <source>the other side sent settings that are no lens&apos;s</source>
        <translation>die andere Seite hat Einstellungen gesendet, die keine einer Linse sind</translation>
    </message>
    <message>
        <source>the other side sent data that is not a Lensboard message</source>
        <translation>die andere Seite hat Daten gesendet, die keine Nachricht von Lensboard sind</translation>
    </message>
    <message>
        <source>the training is of a newer Lensboard (%1) than this one (%2): update this one</source>
        <translation>das Training ist von einem neueren Lensboard (%1) als diesem (%2): dieses aktualisieren</translation>
    </message>
    <message>
        <source>the training is of an older Lensboard (%1) than this one (%2): update the training&apos;s</source>
        <translation>das Training ist von einem älteren Lensboard (%1) als diesem (%2): das des Trainings aktualisieren</translation>
    </message>
    <message>
        <source>the training is over</source>
        <translation>das Training ist vorbei</translation>
    </message>
    <message>
        <source>the training that took commands for it was killed</source>
        <translation>das Training, das Befehle dafür annahm, wurde getötet</translation>
    </message>
    <message>
        <source>there is no folder for sockets here: XDG_RUNTIME_DIR names none of this user&apos;s</source>
        <translation>hier gibt es keinen Ordner für Sockets: XDG_RUNTIME_DIR nennt keinen dieses Benutzers</translation>
    </message>
    <message>
        <source>this training cannot be paused from outside</source>
        <translation>dieses Training lässt sich von außen nicht anhalten</translation>
    </message>
    <message>
        <source>this training does not ask whether it is to stop</source>
        <translation>dieses Training fragt nicht, ob es aufhören soll</translation>
    </message>
    <message>
        <source>this training does not offer to have its learning rate set</source>
        <translation>dieses Training bietet nicht an, seine Lernrate zu setzen</translation>
    </message>
    <message>
        <source>this training writes no checkpoints on demand</source>
        <translation>dieses Training schreibt keine Checkpoints auf Wunsch</translation>
    </message>
    <message>
        <source>the training there belongs to another run</source>
        <translation>das Training dort gehört zu einem anderen Lauf</translation>
    </message>
    <message>
        <source>the training is over; its checkpoint stays as it is</source>
        <translation>das Training ist vorüber; sein Checkpoint bleibt, wie er ist</translation>
    </message>
    <message>
        <source>Begin with random weights, of other numbers for each unit.</source>
        <translation>Mit zufälligen Gewichten beginnen, jede Einheit mit anderen Zahlen.</translation>
    </message>
    <message>
        <source>Cross entropy takes logits and makes probabilities of them itself: done twice, gradients are small and the loss stays high.</source>
        <translation>Die Kreuzentropie nimmt Logits und macht selbst Wahrscheinlichkeiten daraus: Zweimal getan, sind Gradienten klein, und der Verlust bleibt hoch.</translation>
    </message>
    <message>
        <source>Evaluation brings these layers other inputs than training did.</source>
        <translation>Die Auswertung bringt diesen Schichten andere Eingaben als das Training.</translation>
    </message>
    <message>
        <source>Leave out the softmax at the end of the model.</source>
        <translation>Das Softmax am Ende des Modells weglassen.</translation>
    </message>
    <message>
        <source>Load in more processes and ahead, store the data smaller or nearer, and prepare them once, not in every epoch.</source>
        <translation>In mehr Prozessen und im Voraus laden, die Daten kleiner oder näher ablegen und sie einmal vorbereiten, nicht in jeder Epoche.</translation>
    </message>
    <message>
        <source>Raise the layers&apos; momentum (in PyTorch, the share of each batch); pass no other data through them in training mode.</source>
        <translation>Das Momentum der Schichten erhöhen (in PyTorch der Anteil jedes Batches); im Trainingsmodus keine anderen Daten durch sie leiten.</translation>
    </message>
    <message>
        <source>See whether gradients reach all layers; draw rare classes more often, or weight the loss by class; look at more than the accuracy.</source>
        <translation>Nachsehen, ob Gradienten alle Schichten erreichen; seltene Klassen öfter ziehen oder den Verlust nach Klasse gewichten; auf mehr als die Genauigkeit sehen.</translation>
    </message>
    <message>
        <source>See whether validation data are prepared as training data are.</source>
        <translation>Nachsehen, ob Validierungsdaten so vorbereitet werden wie Trainingsdaten.</translation>
    </message>
    <message>
        <source>The model could train faster than its data come.</source>
        <translation>Das Modell könnte schneller trainieren, als seine Daten kommen.</translation>
    </message>
    <message>
        <source>The model predicts one class for all inputs.</source>
        <translation>Das Modell sagt für alle Eingaben eine Klasse voraus.</translation>
    </message>
    <message>
        <source>These layers use other statistics in evaluation than in training, so evaluation tests a different model.</source>
        <translation>Diese Schichten benutzen in der Auswertung andere Statistiken als im Training; die Auswertung prüft also ein anderes Modell.</translation>
    </message>
    <message>
        <source>The units of a layer begin alike and get the same gradients: together they do no more than one unit.</source>
        <translation>Die Einheiten einer Schicht beginnen gleich und bekommen dieselben Gradienten: Zusammen leisten sie nicht mehr als eine Einheit.</translation>
    </message>
    <message>
        <source>batches are up to %1 nats from the running mean and variance; above %2 is too far</source>
        <translation>Batches sind bis zu %1 Nat von gleitendem Mittel und gleitender Varianz entfernt; über %2 ist zu weit</translation>
    </message>
    <message>
        <source>outputs are probabilities: they sum to 1</source>
        <translation>Ausgaben sind Wahrscheinlichkeiten: Ihre Summe ist 1</translation>
    </message>
    <message>
        <source>outputs are probabilities: their cross entropy is never below %1; guessing has %2</source>
        <translation>Ausgaben sind Wahrscheinlichkeiten: Deren Kreuzentropie ist nie unter %1; Raten hat %2</translation>
    </message>
    <message>
        <source>weights begin with an effective rank of %1; below %2 is too low</source>
        <translation>Gewichte beginnen mit einem effektiven Rang von %1; unter %2 ist zu niedrig</translation>
    </message>
    <message>
        <source>%1: is not in the folder that is open to others</source>
        <translation>%1: liegt nicht in dem Ordner, der anderen offensteht</translation>
    </message>
    <message>
        <source>%1: no such file or folder</source>
        <translation>%1: keine solche Datei und kein solcher Ordner</translation>
    </message>
    <message>
        <source>Lensboard is newer there (%1) than here (%2): update this one</source>
        <translation>Lensboard ist dort neuer (%1) als hier (%2): dieses aktualisieren</translation>
    </message>
    <message>
        <source>Lensboard is older there (%1) than here (%2): update it there</source>
        <translation>Lensboard ist dort älter (%1) als hier (%2): dort aktualisieren</translation>
    </message>
    <message>
        <source>connecting</source>
        <translation>wird verbunden</translation>
    </message>
    <message>
        <source>is a folder, not a run</source>
        <translation>ist ein Ordner, kein Lauf</translation>
    </message>
    <message>
        <source>is no ssh://[user@]host[:port]/path</source>
        <translation>ist kein ssh://[Benutzer@]Rechner[:Port]/Pfad</translation>
    </message>
    <message>
        <source>is no ssh://[user@]host[:port]/path: a port is a number from 1 to 65535</source>
        <translation>ist kein ssh://[Benutzer@]Rechner[:Port]/Pfad: Ein Port ist eine Zahl von 1 bis 65535</translation>
    </message>
    <message>
        <source>is no ssh://[user@]host[:port]/path: its host has characters that none has</source>
        <translation>ist kein ssh://[Benutzer@]Rechner[:Port]/Pfad: Der Rechner hat Zeichen, die keiner hat</translation>
    </message>
    <message>
        <source>is no ssh://[user@]host[:port]/path: its user has characters that none has</source>
        <translation>ist kein ssh://[Benutzer@]Rechner[:Port]/Pfad: Der Benutzer hat Zeichen, die keiner hat</translation>
    </message>
    <message>
        <source>more than %1 runs and lists are open at a time</source>
        <translation>mehr als %1 Läufe und Listen sind gleichzeitig offen</translation>
    </message>
    <message>
        <source>the Lensboard that asks (%1) and this one (%2) are of different versions: update the older one</source>
        <translation>das Lensboard, das fragt (%1), und dieses (%2) haben verschiedene Versionen: das ältere aktualisieren</translation>
    </message>
    <message>
        <source>the connection is lost and is made again: %1</source>
        <translation>die Verbindung ist verloren und wird neu aufgebaut: %1</translation>
    </message>
    <message>
        <source>the connection was lost</source>
        <translation>die Verbindung ging verloren</translation>
    </message>
    <message>
        <source>the other side has closed the connection</source>
        <translation>die andere Seite hat die Verbindung geschlossen</translation>
    </message>
    <message>
        <source>the other side opened the same channel twice</source>
        <translation>die andere Seite hat denselben Kanal zweimal geöffnet</translation>
    </message>
    <message>
        <source>the other side sent invalid data: %1</source>
        <translation>die andere Seite hat ungültige Daten gesendet: %1</translation>
    </message>
    <message>
        <source>there is no ssh here: install the package openssh-client</source>
        <translation>hier gibt es kein ssh: das Paket openssh-client installieren</translation>
    </message>
    <message>
        <source>there was no answer within %1 seconds</source>
        <translation>innerhalb von %1 Sekunden kam keine Antwort</translation>
    </message>
    <message>
        <source>there is no lensboard on the other machine: install its package lensboard-server there (built by packaging/package; needs neither Qt nor LibTorch), or all of Lensboard</source>
        <translation>auf dem anderen Rechner gibt es kein lensboard: dort sein Paket lensboard-server installieren (packaging/package macht es; es braucht weder Qt noch LibTorch), oder ganz Lensboard</translation>
    </message>
    <message>
        <source>is no ssh://[user@]host[:port]/path: its path has a backslash or a control character</source>
        <translation>ist kein ssh://[Benutzer@]Rechner[:Port]/Pfad: Der Pfad hat einen umgekehrten Schrägstrich oder ein Steuerzeichen</translation>
    </message>
    <message>
        <source>it changed while it was read; try again</source>
        <translation>er hat sich beim Lesen geändert; noch einmal versuchen</translation>
    </message>
    <message>
        <source>%1 % of the predictions are %2, and %3 % of the labels</source>
        <translation>%1 % der Vorhersagen sind %2, und %3 % der Zielwerte</translation>
    </message>
    <message>
        <source>%1 % of the labels are %2, and an equal share is %3 %</source>
        <translation>%1 % der Zielwerte sind %2, ein gleicher Anteil sind %3 %</translation>
    </message>
    <message>
        <source>The model sees so few samples of one class that it hardly learns the class.</source>
        <translation>Das Modell sieht so wenige Beispiele einer Klasse, dass es diese Klasse kaum lernt.</translation>
    </message>
    <message>
        <source>Draw rare classes more often, or weight the loss by class; look at the accuracy of each class.</source>
        <translation>Seltene Klassen öfter ziehen oder den Verlust nach Klasse gewichten; auf die Genauigkeit jeder Klasse sehen.</translation>
    </message>
    <message>
        <source>Gradients are next to nothing beside the weights: steps go on, but do not change the loss.</source>
        <translation>Gradienten sind neben den Gewichten fast nichts: Schritte gehen weiter, ändern aber den Verlust nicht.</translation>
    </message>
    <message>
        <source>Check the inputs of that step, and divisions and logarithms in this layer; in half precision its outputs may be too large. Lower the learning rate if weights or the loss grew before.</source>
        <translation>Die Eingaben dieses Schritts prüfen, auch Divisionen und Logarithmen in dieser Schicht; in halber Genauigkeit können ihre Ausgaben zu groß sein. Die Lernrate senken, wenn vorher Gewichte oder der Verlust wuchsen.</translation>
    </message>
    <message>
        <source>Look at the samples of that step: replace or leave out values that are not finite.</source>
        <translation>Die Beispiele dieses Schritts ansehen: Werte, die nicht endlich sind, ersetzen oder weglassen.</translation>
    </message>
    <message>
        <source>Lower the weight decay, or leave it out.</source>
        <translation>Den Gewichtszerfall (weight decay) senken oder weglassen.</translation>
    </message>
    <message>
        <source>See whether units before or behind these layers are dead or saturated, whether something detaches their outputs, or whether the loss is constant.</source>
        <translation>Prüfen, ob Einheiten vor oder hinter diesen Schichten tot oder gesättigt sind, ob etwas ihre Ausgaben abtrennt (detach), oder ob der Verlust konstant ist.</translation>
    </message>
    <message>
        <source>The model does not learn: its loss has not fallen from where it began.</source>
        <translation>Das Modell lernt nicht: sein Verlust ist nicht unter seinen Anfang gefallen.</translation>
    </message>
    <message>
        <source>The weights fade away: weight decay takes more from them than gradients give.</source>
        <translation>Die Gewichte schwinden: der Gewichtszerfall nimmt ihnen mehr, als Gradienten geben.</translation>
    </message>
    <message>
        <source>The weights of these layers have no gradient: nothing that they do reaches the loss, or nothing but zeros reaches them.</source>
        <translation>Die Gewichte dieser Schichten haben keinen Gradienten: nichts, was sie tun, erreicht den Verlust, oder nichts als Nullen erreicht sie.</translation>
    </message>
    <message>
        <source>The weights of these layers should be trained, but do not change.</source>
        <translation>Die Gewichte dieser Schichten sollen trainiert werden, ändern sich aber nicht.</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>loss %1 in the first fifth, %2 in the last two; at most %3 is expected by then</source>
        <translation>Verlust %1 im ersten Fünftel, %2 in den letzten beiden; bis dahin wird höchstens %3 erwartet</translation>
    </message>
    <message>
        <source>no weight of these layers wants a gradient (requires_grad is false)</source>
        <translation>kein Gewicht dieser Schichten will einen Gradienten (requires_grad ist false)</translation>
    </message>
    <message>
        <source>not finite by step %1: %2</source>
        <translation>nicht endlich bei Schritt %1: %2</translation>
    </message>
    <message>
        <source>not finite by step %1: %2; then %3</source>
        <translation>nicht endlich bei Schritt %1: %2; dann %3</translation>
    </message>
    <message>
        <source>the accuracy is %1 %, and %2 % of the labels are %3</source>
        <translation>die Genauigkeit ist %1 %, und %2 % der Labels sind %3</translation>
    </message>
    <message>
        <source>the first losses are %1 times that of guessing, %2, and up to %3 times by step %4; more than %5 times is too much</source>
        <translation>die ersten Verluste sind das %1-Fache von dem des Ratens, %2, und bis zum %3-Fachen bis Schritt %4; mehr als das %5-Fache ist zu viel</translation>
    </message>
    <message>
        <source>the optimizer has not moved their weights in the last %1 ticks or more</source>
        <translation>der Optimierer hat ihre Gewichte in den letzten %1 Ticks oder mehr nicht bewegt</translation>
    </message>
    <message>
        <source>the training waits for data in %1 % of the time; more than %2 % is too much</source>
        <translation>das Training wartet %1 % der Zeit auf Daten; mehr als %2 % ist zu viel</translation>
    </message>
    <message>
        <source>up to %1 % of the outputs are saturated; above %2 % is too many</source>
        <translation>bis zu %1 % der Ausgaben sind gesättigt; über %2 % ist zu viel</translation>
    </message>
    <message>
        <source>up to %1 % of the units are saturated for a whole batch; above %2 % is too many</source>
        <translation>bis zu %1 % der Einheiten sind für einen ganzen Batch gesättigt; über %2 % ist zu viel</translation>
    </message>
    <message>
        <source>up to %1 % of the units are zero for a whole batch; above %2 % is too many</source>
        <translation>bis zu %1 % der Einheiten sind für einen ganzen Batch null; über %2 % ist zu viel</translation>
    </message>
    <message>
        <source>weights are %1 of their initial size, in the median of all layers</source>
        <translation>Gewichte sind %1 ihrer anfänglichen Größe, im Median aller Schichten</translation>
    </message>
    <message>
        <source>See whether the model uses these layers, and whether something detaches their outputs.</source>
        <translation>Prüfen, ob das Modell diese Schichten benutzt, und ob etwas ihre Ausgaben abtrennt (detach).</translation>
    </message>
    <message>
        <source>The backward pass does not reach these layers.</source>
        <translation>Der Rückwärtsdurchlauf erreicht diese Schichten nicht.</translation>
    </message>
    <message>
        <source>no gradient was measured in these layers, only in others; updates were 0 in the last %1 ticks or more</source>
        <translation>in diesen Schichten wurde kein Gradient gemessen, nur in anderen; Updates waren in den letzten %1 Ticks oder mehr 0</translation>
    </message>
    <message>
        <source>%1 would have stopped the training, but the training was at its end: %2</source>
        <translation>%1 hätte das Training beendet, aber es war schon am Ende: %2</translation>
    </message>
    <message>
        <source>the other side sent more at once than the %1 MiB that are allowed</source>
        <translation>die andere Seite hat mehr auf einmal gesendet als die erlaubten %1 MiB</translation>
    </message>
    <message>
        <source>A model begins with outputs of about 1: weights must grow or shrink to the scale of the targets first, and the gradients of most losses have that scale.</source>
        <translation>Ein Modell beginnt mit Ausgaben um 1: Die Gewichte müssen erst zur Größe der Zielwerte wachsen oder schrumpfen, und die Gradienten der meisten Verluste haben deren Größe.</translation>
    </message>
    <message>
        <source>The model does not learn: its loss has not come below that of guessing.</source>
        <translation>Das Modell lernt nicht: Sein Verlust ist nicht unter den des Ratens gefallen.</translation>
    </message>
    <message>
        <source>The model is hardly better than a constant prediction of one class.</source>
        <translation>Das Modell ist kaum besser als eine gleichbleibende Vorhersage einer Klasse.</translation>
    </message>
    <message>
        <source>The model learns, but slowly: many steps go where one could have gone.</source>
        <translation>Das Modell lernt, aber langsam: Es geht viele Schritte, wo einer genügt hätte.</translation>
    </message>
    <message>
        <source>Train with a learning rate ten times lower, and with one ten times higher; see whether gradients reach all layers, and whether labels belong to their inputs.</source>
        <translation>Mit einer zehnmal kleineren und mit einer zehnmal größeren Lernrate trainieren; nachsehen, ob Gradienten alle Schichten erreichen und ob die Labels zu ihren Eingaben gehören.</translation>
    </message>
    <message>
        <source>consecutive gradients have agreed for %1 steps, the cosine was still %2; loss %3, %4 at the start</source>
        <translation>aufeinanderfolgende Gradienten stimmten %1 Schritte lang überein, der Kosinus war noch %2; Verlust %3, am Anfang %4</translation>
    </message>
    <message>
        <source>cosine of consecutive steps %1, below %2; the loss is at %3 of its start</source>
        <translation>Kosinus aufeinanderfolgender Schritte %1, unter %2; der Verlust liegt beim %3fachen seines Anfangs</translation>
    </message>
    <message>
        <source>loss %1, %2 at the start; it falls as fast as ever, and consecutive gradients agree: their cosine is %3</source>
        <translation>Verlust %1, am Anfang %2; er fällt so schnell wie je, und aufeinanderfolgende Gradienten stimmen überein: ihr Kosinus ist %3</translation>
    </message>
    <message>
        <source>targets have a mean of %1 and a deviation of %2; usual are 0 and 1</source>
        <translation>die Zielwerte haben einen Mittelwert von %1 und eine Standardabweichung von %2; üblich sind 0 und 1</translation>
    </message>
    <message>
        <source>The model begins far from its targets: they, its weights or its inputs are too large, or its first steps were.</source>
        <translation>Das Modell beginnt weit von seinen Zielwerten: sie, seine Gewichte oder seine Eingaben sind zu groß, oder seine ersten Schritte waren es.</translation>
    </message>
    <message>
        <source>%1 (%2) is not built to be tapped; watch &quot;%3&quot;, or wrap it in Tapped&lt;&gt;</source>
        <translation>%1 (%2) lässt sich nicht beobachten; beobachten Sie „%3“, oder verwenden Sie Tapped&lt;&gt;</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 und %2</translation>
    </message>
    <message>
        <source>%1 could not be detached properly: %2</source>
        <translation>%1 ließ sich nicht sauber ablösen: %2</translation>
    </message>
    <message>
        <source>%1 has no module &quot;%2&quot; yet; it has %3, and activations after it once they have run</source>
        <translation>%1 hat noch kein Modul „%2“; es hat %3, und Aktivierungen danach, sobald sie gelaufen sind</translation>
    </message>
    <message>
        <source>%1 is not as it was when the state was saved: %2 is %3 here and was %4. Attach the model of that time, or record a new run</source>
        <translation>%1 ist nicht wie beim Speichern des Zustands: %2 ist hier %3 und war %4. Beobachten Sie das Modell von damals, oder zeichnen Sie einen neuen Lauf auf</translation>
    </message>
    <message>
        <source>%1 is not in the run file: %2. Everything else is written.</source>
        <translation>%1 steht nicht in der Datei des Laufs: %2. Alles andere wird geschrieben.</translation>
    </message>
    <message>
        <source>%1 is not in the run file: %2. It is number %3 of its kind.</source>
        <translation>%1 steht nicht in der Datei des Laufs: %2. Dies ist Nummer %3 dieser Art.</translation>
    </message>
    <message>
        <source>%1: is %2</source>
        <translation>%1: ist %2</translation>
    </message>
    <message>
        <source>%1: is a folder; expected the path of a run file, as %2</source>
        <translation>%1: ist ein Ordner; erwartet wird der Pfad einer Laufdatei, etwa %2</translation>
    </message>
    <message>
        <source>%1: was saved by another run than %2. Resume each run from its own checkpoint, or begin a new run</source>
        <translation>%1: wurde von einem anderen Lauf als %2 gespeichert. Setzen Sie jeden Lauf mit seinem eigenen Checkpoint fort, oder beginnen Sie einen neuen</translation>
    </message>
    <message>
        <source>%1; wait until it has ended. If it has, lensboard control %2 --ended says so</source>
        <translation>%1; warten Sie, bis der Prozess beendet ist. Ist er es schon, teilt lensboard control %2 --ended das mit</translation>
    </message>
    <message>
        <source>%n finding so far is kept here, since old ticks are thinned</source>
        <translation>%n bisheriger Befund bleibt hier erhalten, da alte Ticks ausgedünnt werden</translation>
    </message>
    <message>
        <source>%n findings so far are kept here, since old ticks are thinned</source>
        <translation>%n bisherige Befunde bleiben hier erhalten, da alte Ticks ausgedünnt werden</translation>
    </message>
    <message>
        <source>%n more</source>
        <translation>%n weitere</translation>
    </message>
    <message>
        <source>A file of an earlier run of this name is kept as %1.</source>
        <translation>Eine Datei eines früheren Laufs dieses Namens bleibt als %1 erhalten.</translation>
    </message>
    <message>
        <source>A text of %1 bytes that was logged at step %2</source>
        <translation>Ein Text von %1 Byte, der bei Schritt %2 aufgezeichnet wurde,</translation>
    </message>
    <message>
        <source>Added to %1 and watched from here on: %2.</source>
        <translation>Zu %1 hinzugekommen und ab hier beobachtet: %2.</translation>
    </message>
    <message>
        <source>Computing on %n thread from here on: a step takes %1 ms instead of %2 ms.</source>
        <translation>Ab hier rechnet %n Thread: ein Schritt dauert %1 ms statt %2 ms.</translation>
    </message>
    <message>
        <source>Computing on %n threads from here on: a step takes %1 ms instead of %2 ms.</source>
        <translation>Ab hier rechnen %n Threads: ein Schritt dauert %1 ms statt %2 ms.</translation>
    </message>
    <message>
        <source>Losses and steps after the last tick are not recorded: %1</source>
        <translation>Verluste und Schritte nach dem letzten Tick sind nicht aufgezeichnet: %1</translation>
    </message>
    <message>
        <source>No findings in the ticks so far; old ticks are thinned</source>
        <translation>Keine Befunde in den bisherigen Ticks; alte Ticks werden ausgedünnt</translation>
    </message>
    <message>
        <source>Layers or parameters of %1 were replaced or removed (%2). Its measurements begin anew, averages and histories too.</source>
        <translation>Schichten oder Parameter von %1 wurden ersetzt oder entfernt (%2). Die Messungen daran beginnen neu, auch Mittelwerte und Verläufe.</translation>
    </message>
    <message>
        <source>The description of the layer %1</source>
        <translation>Die Beschreibung der Schicht %1</translation>
    </message>
    <message>
        <source>The entry %1 of the run (%2 bytes)</source>
        <translation>Der Eintrag %1 des Laufs (%2 Byte)</translation>
    </message>
    <message>
        <source>The histogram %1 of tick %2 (%3 bins)</source>
        <translation>Das Histogramm %1 von Tick %2 (%3 Klassen)</translation>
    </message>
    <message>
        <source>The name of the series %1 %2</source>
        <translation>Der Name der Reihe %1 %2</translation>
    </message>
    <message>
        <source>The name of the tag %1</source>
        <translation>Der Name der Größe %1</translation>
    </message>
    <message>
        <source>The tensor %1 of tick %2 (%3 MiB)</source>
        <translation>Der Tensor %1 von Tick %2 (%3 MiB)</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no module of this model; expected one that attach() was given</source>
        <translation>„%1“ ist kein Modul dieses Modells; erwartet wird eines, das attach() bekam</translation>
    </message>
    <message>
        <source>&quot;%1&quot; plots to tag %2; expected an index of tags(), below %3</source>
        <translation>„%1“ zeichnet in Größe %2; erwartet wird ein Index von tags(), kleiner als %3</translation>
    </message>
    <message>
        <source>a complex tensor</source>
        <translation>ein komplexer Tensor</translation>
    </message>
    <message>
        <source>a lens without a kind</source>
        <translation>eine Linse ohne Art</translation>
    </message>
    <message>
        <source>a loss is one number, found %1</source>
        <translation>ein Verlust ist eine Zahl, gefunden wurde %1</translation>
    </message>
    <message>
        <source>a loss on %1 cannot be read: %2</source>
        <translation>ein Verlust auf %1 kann nicht gelesen werden: %2</translation>
    </message>
    <message>
        <source>a tensor of %n value</source>
        <translation>ein Tensor mit %n Wert</translation>
    </message>
    <message>
        <source>a tensor of %n values</source>
        <translation>ein Tensor mit %n Werten</translation>
    </message>
    <message>
        <source>an exception that is no std::exception</source>
        <translation>eine Ausnahme, die keine std::exception ist</translation>
    </message>
    <message>
        <source>an undefined tensor</source>
        <translation>ein undefinierter Tensor</translation>
    </message>
    <message>
        <source>found %1, expected an object of settings, as {&quot;enabled&quot;: true}</source>
        <translation>%1 gefunden, erwartet wird ein Objekt mit Einstellungen, etwa {&quot;enabled&quot;: true}</translation>
    </message>
    <message>
        <source>found an undefined tensor, expected one of a batch&apos;s targets</source>
        <translation>ein undefinierter Tensor gefunden, erwartet wird einer mit den Zielen eines Batches</translation>
    </message>
    <message>
        <source>is %1</source>
        <translation>ist %1</translation>
    </message>
    <message>
        <source>is %1; stop that process first</source>
        <translation>ist %1; beenden Sie zuerst diesen Prozess</translation>
    </message>
    <message>
        <source>is over: %1</source>
        <translation>ist vorbei: %1</translation>
    </message>
    <message>
        <source>is written faster than it can be copied from here; try again when less is written</source>
        <translation>wird schneller geschrieben, als es sich von hier kopieren lässt; versuchen Sie es noch einmal, wenn weniger geschrieben wird</translation>
    </message>
    <message>
        <source>it is larger than a row of the file may be</source>
        <translation>es ist größer, als eine Zeile der Datei sein darf</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>no temporary folder can be made in %1; make room there, or set TMPDIR</source>
        <translation>in %1 kann kein temporärer Ordner angelegt werden; schaffen Sie dort Platz, oder setzen Sie TMPDIR</translation>
    </message>
    <message>
        <source>nothing was recorded: no loss was pushed, no step reported and tick() never called; see Inspector::pushLoss(), stepped() and tick()</source>
        <translation>nichts wurde aufgezeichnet: kein Verlust wurde übergeben, kein Schritt gemeldet und tick() nie aufgerufen; siehe Inspector::pushLoss(), stepped() und tick()</translation>
    </message>
    <message>
        <source>nothing was recorded: tick() was never called; call it every so many steps, or at the end of each epoch</source>
        <translation>nichts wurde aufgezeichnet: tick() wurde nie aufgerufen; rufen Sie es alle paar Schritte oder am Ende jeder Epoche auf</translation>
    </message>
    <message>
        <source>parts of a tensor that are not numbered from 1</source>
        <translation>Teile eines Tensors, die nicht ab 1 nummeriert sind</translation>
    </message>
    <message>
        <source>perhaps still being recorded by %1 (cannot be checked from here)</source>
        <translation>wird vielleicht noch von %1 aufgezeichnet (von hier nicht zu prüfen)</translation>
    </message>
    <message>
        <source>process %1 on %2 was declared to have ended</source>
        <translation>Prozess %1 auf %2 wurde für beendet erklärt</translation>
    </message>
    <message>
        <source>the connection to the other machine was lost, and with it the training&apos;s answers</source>
        <translation>die Verbindung zum anderen Rechner ging verloren, und mit ihr die Antworten des Trainings</translation>
    </message>
    <message>
        <source>the path of the run is &quot;%1&quot;; expected the path of a run file, as %2</source>
        <translation>der Pfad des Laufs ist „%1“; erwartet wird der Pfad einer Laufdatei, etwa %2</translation>
    </message>
    <message>
        <source>the path of the state is empty; expected that of a file, as my.state.pt</source>
        <translation>der Pfad des Zustands ist leer; erwartet wird der einer Datei, etwa my.state.pt</translation>
    </message>
    <message>
        <source>the run is not recorded</source>
        <translation>der Lauf wird nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>the training is over, or takes no more commands</source>
        <translation>das Training ist vorbei oder nimmt keine Anweisungen mehr entgegen</translation>
    </message>
    <message>
        <source>the wait for its values was cancelled</source>
        <translation>das Warten auf seine Werte wurde abgebrochen</translation>
    </message>
    <message>
        <source>tick() was never called, so the whole run is one tick; call it every so many steps, or at the end of each epoch</source>
        <translation>tick() wurde nie aufgerufen, deshalb ist der ganze Lauf ein Tick; rufen Sie es alle paar Schritte oder am Ende jeder Epoche auf</translation>
    </message>
    <message>
        <source>up to %1 % of the units are zero for a whole batch, and %2 % were at first; above %3 % is too many after such a rise</source>
        <translation>bis zu %1 % der Einheiten sind für einen ganzen Batch null, und anfangs waren es %2 %; nach einem solchen Anstieg sind mehr als %3 % zu viele</translation>
    </message>
    <message>
        <source>was replaced; reloading</source>
        <translation>wurde ersetzt; wird neu gelesen</translation>
    </message>
    <message>
        <source>was rewritten; reloading</source>
        <translation>wurde neu geschrieben; wird neu gelesen</translation>
    </message>
    <message>
        <source>No lens is on, so nothing is measured, not even the loss. Switch lenses on while it trains, or add them to &quot;lenses&quot; in the experiment.</source>
        <translation>Keine Linse ist an, also wird nichts gemessen, auch nicht der Verlust. Schalten Sie Linsen während des Trainings ein, oder fügen Sie sie im Experiment unter „lenses“ hinzu.</translation>
    </message>
    <message>
        <source>another program has been reading it for too long; try again</source>
        <translation>ein anderes Programm liest die Datei schon zu lange; noch einmal versuchen</translation>
    </message>
    <message>
        <source>is being written by another program (PID %1 on %2). Stop that program, then try again</source>
        <translation>wird von einem anderen Programm (PID %1 auf %2) geschrieben. Dieses Programm beenden und dann noch einmal versuchen</translation>
    </message>
    <message>
        <source>is being written by another program (PID %1). Stop that program, then try again</source>
        <translation>wird von einem anderen Programm (PID %1) geschrieben. Dieses Programm beenden und dann noch einmal versuchen</translation>
    </message>
    <message>
        <source>is being written by this program; stop that training, then try again</source>
        <translation>wird von diesem Programm geschrieben; das Training anhalten und dann noch einmal versuchen</translation>
    </message>
    <message>
        <source>was moved or replaced by another process; try again</source>
        <translation>wurde von einem anderen Prozess verschoben oder ersetzt; noch einmal versuchen</translation>
    </message>
    <message>
        <source>a tensor cannot be moved to %1</source>
        <translation>Ein Tensor lässt sich nicht nach %1 verschieben</translation>
    </message>
    <message>
        <source>a tensor of shape %1 is not one number</source>
        <translation>Ein Tensor der Form %1 ist nicht eine Zahl</translation>
    </message>
    <message>
        <source>a tensor&apos;s shape is no tuple</source>
        <translation>Die Form eines Tensors ist kein Tupel</translation>
    </message>
    <message>
        <source>the training engine cannot be loaded: %1. It needs LibTorch: install libtorch-dev and build Lensboard from its sources with packaging/run; the Python package has no training engine</source>
        <translation>die Trainingsmaschine lässt sich nicht laden: %1. Sie braucht LibTorch: libtorch-dev installieren und Lensboard mit packaging/run aus seinen Quellen bauen; das Python-Paket hat keine Trainingsmaschine</translation>
    </message>
    <message>
        <source>this torch has no such element type</source>
        <translation>Dieses torch hat diesen Elementtyp nicht</translation>
    </message>
    <message>
        <source>%1 has fractions</source>
        <translation>%1 hat Nachkommastellen</translation>
    </message>
    <message>
        <source>%1 has no parameter &quot;%2&quot;</source>
        <translation>%1 hat keinen Parameter „%2“</translation>
    </message>
    <message>
        <source>%1 has no values of a tick with training.</source>
        <translation>%1 hat keine Werte aus einem Tick mit Training.</translation>
    </message>
    <message>
        <source>%1 has no values of a tick with training: %2.</source>
        <translation>%1 hat keine Werte aus einem Tick mit Training: %2.</translation>
    </message>
    <message>
        <source>%1 is sparse, or wraps other tensors</source>
        <translation>%1 ist dünn besetzt oder umhüllt andere Tensoren</translation>
    </message>
    <message>
        <source>%1 is the same in all rows</source>
        <translation>%1 ist in allen Zeilen gleich</translation>
    </message>
    <message>
        <source>%1 of %2 layers are frozen</source>
        <translation>%1 von %2 Schichten sind eingefroren</translation>
    </message>
    <message>
        <source>%1: this line and all after it are lost, %2 bytes so far</source>
        <translation>%1: diese Zeile und alles danach sind verloren, bisher %2 Bytes</translation>
    </message>
    <message>
        <source>Calls of the model within torch.func, torch.jit or torch.export are not measured.</source>
        <translation>Aufrufe des Modells innerhalb von torch.func, torch.jit oder torch.export werden nicht gemessen.</translation>
    </message>
    <message>
        <source>Functions compiled by torch.compile are compiled again at their next call: lenses that watch outputs were added.</source>
        <translation>Mit torch.compile kompilierte Funktionen werden beim nächsten Aufruf neu kompiliert: Linsen, die Ausgaben beobachten, kamen hinzu.</translation>
    </message>
    <message>
        <source>Lenses of parameters show weights and biases, and not %1. To show these, name them in the lens&apos;s setting &quot;parameters&quot;, or set it to &quot;*&quot;.</source>
        <translation>Linsen für Parameter zeigen Gewichte und Biases, nicht aber %1. Um diese zu zeigen, nennen Sie sie in der Einstellung „parameters“ der Linse, oder setzen Sie diese auf „*“.</translation>
    </message>
    <message>
        <source>Lower dropout.</source>
        <translation>Dropout verringern.</translation>
    </message>
    <message>
        <source>Mixed or augmented samples and label smoothing raise the training loss. Compare losses on training data without them.</source>
        <translation>Gemischte oder veränderte Beispiele und geglättete Labels erhöhen den Trainingsverlust. Vergleichen Sie Verluste auf Trainingsdaten ohne sie.</translation>
    </message>
    <message>
        <source>Most layers are frozen and only adapters or other parts are trained, as in fine-tuning.</source>
        <translation>Die meisten Schichten sind eingefroren; nur Adapter oder andere Teile werden trainiert, wie beim Feinabstimmen.</translation>
    </message>
    <message>
        <source>The optimizer %1 has no parameter of %2; it may keep copies of them. Updates of parameters without an optimizer are measured once per step of the training.</source>
        <translation>Der Optimierer %1 hat keinen Parameter von %2; vielleicht hält er Kopien davon. Änderungen von Parametern ohne Optimierer werden einmal je Schritt des Trainings gemessen.</translation>
    </message>
    <message>
        <source>The optimizer&apos;s moments are not measured: the optimizer is unknown. Pass it to attach(), or to stepped().</source>
        <translation>Die Momente des Optimierers werden nicht gemessen: Der Optimierer ist unbekannt. Übergeben Sie ihn an attach() oder stepped().</translation>
    </message>
    <message>
        <source>&quot;%1&quot; skips tensors that are sparse or wrap other tensors, such as DTensor and FakeTensor.</source>
        <translation>„%1“ überspringt Tensoren, die dünn besetzt sind oder andere umhüllen, etwa DTensor und FakeTensor.</translation>
    </message>
    <message>
        <source>a series for each %1</source>
        <translation>eine Reihe je %1</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; has no whole numbers to place rows by</source>
        <translation>Spalte „%1“ hat keine ganzen Zahlen, nach denen sich Zeilen einordnen lassen</translation>
    </message>
    <message>
        <source>epoch = %1</source>
        <translation>Epoche = %1</translation>
    </message>
    <message>
        <source>few rows have %1</source>
        <translation>wenige Zeilen haben %1</translation>
    </message>
    <message>
        <source>has no column &quot;%1&quot;; its columns are %2</source>
        <translation>hat keine Spalte „%1“; die Spalten sind %2</translation>
    </message>
    <message>
        <source>has no columns to choose; a step or run column can be chosen for CSV and JSON only</source>
        <translation>hat keine wählbaren Spalten; eine Schritt- oder Laufspalte lässt sich nur bei CSV und JSON wählen</translation>
    </message>
    <message>
        <source>hyperparameters are &quot;%1&quot;; expected a JSON object</source>
        <translation>die Hyperparameter sind „%1“; erwartet wird ein JSON-Objekt</translation>
    </message>
    <message>
        <source>it begins at step %1</source>
        <translation>er beginnt bei Schritt %1</translation>
    </message>
    <message>
        <source>it records %1</source>
        <translation>er zeichnet %1 auf</translation>
    </message>
    <message>
        <source>it trains adapters: %1</source>
        <translation>er trainiert Adapter: %1</translation>
    </message>
    <message>
        <source>it was chosen</source>
        <translation>es wurde so gewählt</translation>
    </message>
    <message>
        <source>its first loss, %1, is far below that of guessing, %2</source>
        <translation>der erste Verlust, %1, liegt weit unter dem des Ratens, %2</translation>
    </message>
    <message>
        <source>its first loss, %1, is that of guessing, %2, or above</source>
        <translation>der erste Verlust, %1, liegt bei dem des Ratens, %2, oder darüber</translation>
    </message>
    <message>
        <source>its layers ran in evaluation mode only; call model.train() before training</source>
        <translation>die Schichten liefen nur im Auswertungsmodus; rufen Sie model.train() vor dem Training auf</translation>
    </message>
    <message>
        <source>its layers ran without gradients only</source>
        <translation>die Schichten liefen nur ohne Gradienten</translation>
    </message>
    <message>
        <source>its layers return %1, not tensors</source>
        <translation>die Schichten geben %1 zurück, keine Tensoren</translation>
    </message>
    <message>
        <source>its model begins with random weights: %1</source>
        <translation>das Modell beginnt mit zufälligen Gewichten: %1</translation>
    </message>
    <message>
        <source>its model is a %1</source>
        <translation>das Modell ist ein %1</translation>
    </message>
    <message>
        <source>its settings name a trained model: %1</source>
        <translation>die Einstellungen nennen ein trainiertes Modell: %1</translation>
    </message>
    <message>
        <source>key &quot;%1&quot; is skipped: each object is one value of a series</source>
        <translation>Schlüssel „%1“ wird übersprungen: Jedes Objekt ist ein Wert einer Reihe</translation>
    </message>
    <message>
        <source>line %1 has no &quot;%2&quot;: it stands at the step of the row before</source>
        <translation>Zeile %1 hat kein „%2“: Sie steht beim Schritt der Zeile davor</translation>
    </message>
    <message>
        <source>line %1 has no name or no number: it is left out</source>
        <translation>Zeile %1 hat keinen Namen oder keine Zahl: Sie wird ausgelassen</translation>
    </message>
    <message>
        <source>line %1 holds settings, not measurements: it is read as the run&apos;s hyperparameters</source>
        <translation>Zeile %1 enthält Einstellungen und keine Messwerte: Sie wird als Hyperparameter des Laufs gelesen</translation>
    </message>
    <message>
        <source>line %1 holds the header and the first row without a line break between: they are read as two lines</source>
        <translation>Zeile %1 enthält Kopfzeile und erste Zeile ohne Umbruch dazwischen: Sie werden als zwei Zeilen gelesen</translation>
    </message>
    <message>
        <source>line %1 is another header: the rows after it have its columns</source>
        <translation>Zeile %1 ist eine weitere Kopfzeile: Die Zeilen danach haben ihre Spalten</translation>
    </message>
    <message>
        <source>line %1 is no list of JSON objects, found &quot;%2&quot;</source>
        <translation>Zeile %1 ist keine Liste von JSON-Objekten, gefunden wurde „%2“</translation>
    </message>
    <message>
        <source>looks like a run of MLflow, but its meta.yaml is missing; open one of its files in metrics instead</source>
        <translation>sieht wie ein Lauf von MLflow aus, aber meta.yaml fehlt; öffnen Sie stattdessen eine seiner Dateien in metrics</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot; has several values at step 0: show them by time</source>
        <translation>Metrik „%1“ hat mehrere Werte bei Schritt 0: Zeigen Sie sie nach der Zeit</translation>
    </message>
    <message>
        <source>no backward pass left a gradient in .grad of its parameters; frozen parameters get none, torch.autograd.grad() adds none, and an optimizer that steps within the backward pass clears them</source>
        <translation>kein Rückwärtslauf hat einen Gradienten in .grad der Parameter hinterlassen; eingefrorene Parameter bekommen keinen, torch.autograd.grad() trägt keinen bei, und ein Optimizer, der im Rückwärtslauf Schritte macht, löscht sie</translation>
    </message>
    <message>
        <source>no backward pass reached the outputs of its layers</source>
        <translation>kein Rückwärtslauf hat die Ausgaben der Schichten erreicht</translation>
    </message>
    <message>
        <source>no column has values to plot: all columns only place the rows</source>
        <translation>keine Spalte hat Werte zum Zeichnen: Alle Spalten ordnen nur die Zeilen ein</translation>
    </message>
    <message>
        <source>no key has values to plot: all keys only place the objects</source>
        <translation>kein Schlüssel hat Werte zum Zeichnen: Alle Schlüssel ordnen nur die Objekte ein</translation>
    </message>
    <message>
        <source>no optimizer step was seen; pass the optimizer to attach(), or call stepped()</source>
        <translation>kein Schritt des Optimierers wurde gesehen; übergeben Sie ihn an attach(), oder rufen Sie stepped() auf</translation>
    </message>
    <message>
        <source>none of its layers ran</source>
        <translation>keine der Schichten lief</translation>
    </message>
    <message>
        <source>phase = %1</source>
        <translation>Phase = %1</translation>
    </message>
    <message>
        <source>rows are counted</source>
        <translation>Zeilen werden gezählt</translation>
    </message>
    <message>
        <source>step = %1</source>
        <translation>Schritt = %1</translation>
    </message>
    <message>
        <source>the document holds %1 histories: their series begin with 1/, 2/ and so on</source>
        <translation>das Dokument enthält %1 Verläufe: Ihre Reihen beginnen mit 1/, 2/ und so weiter</translation>
    </message>
    <message>
        <source>the learning rate only rises, from %1 to %2</source>
        <translation>die Lernrate steigt nur, von %1 auf %2</translation>
    </message>
    <message>
        <source>the loss is logged as 0 from step %1 on, as transformers does if it is NaN</source>
        <translation>der Verlust ist ab Schritt %1 als 0 aufgezeichnet, wie transformers es bei NaN tut</translation>
    </message>
    <message>
        <source>the norm of all gradients</source>
        <translation>die Norm aller Gradienten</translation>
    </message>
    <message>
        <source>the run is called %1</source>
        <translation>der Lauf heißt %1</translation>
    </message>
    <message>
        <source>there is no kind of training &quot;%1&quot;; there are %2</source>
        <translation>es gibt keine Trainingsart „%1“; es gibt %2</translation>
    </message>
    <message>
        <source>time = %1</source>
        <translation>Zeit = %1</translation>
    </message>
    <message>
        <source>%n row skipped: %1</source>
        <translation>%n Zeile übersprungen: %1</translation>
    </message>
    <message>
        <source>%n rows skipped: %1</source>
        <translation>%n Zeilen übersprungen: %1</translation>
    </message>
    <message>
        <source>%n run by %1</source>
        <translation>%n Lauf nach %1</translation>
    </message>
    <message>
        <source>%n runs by %1</source>
        <translation>%n Läufe nach %1</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>gewählt: %1</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; cannot have two roles</source>
        <translation>die Spalte „%1“ kann nicht zwei Bedeutungen haben</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; has no dates and no seconds since 1970</source>
        <translation>die Spalte „%1“ hat weder Daten noch Sekunden seit 1970</translation>
    </message>
    <message>
        <source>column &quot;%1&quot; has no whole numbers</source>
        <translation>die Spalte „%1“ hat keine ganzen Zahlen</translation>
    </message>
    <message>
        <source>columns &quot;%1&quot; and &quot;%2&quot; cannot both be values: each row is one value of a series</source>
        <translation>die Spalten „%1“ und „%2“ können nicht beide Werte sein: jede Zeile ist ein Wert einer Reihe</translation>
    </message>
    <message>
        <source>columns &quot;%1&quot; and &quot;%2&quot; cannot both have the same role</source>
        <translation>die Spalten „%1“ und „%2“ können nicht dieselbe Bedeutung haben</translation>
    </message>
    <message>
        <source>no column has numbers for the series that column &quot;%1&quot; names</source>
        <translation>keine Spalte hat Zahlen für die Reihen, die die Spalte „%1“ benennt</translation>
    </message>
    <message>
        <source>%1 does not measure parameters that several processes divide among them: it needs whole parameters.</source>
        <translation>%1 misst keine Parameter, die mehrere Prozesse unter sich aufteilen: Ganze Parameter sind nötig.</translation>
    </message>
    <message>
        <source>%1 does not measure parameters that several processes divide among them: the processes have different lenses of parameters.</source>
        <translation>%1 misst keine Parameter, die mehrere Prozesse unter sich aufteilen: Die Prozesse haben verschiedene Linsen für Parameter.</translation>
    </message>
    <message>
        <source>Optuna; the objective stands at the last reported step</source>
        <translation>Optuna; das Ziel steht beim letzten gemeldeten Schritt</translation>
    </message>
    <message>
        <source>Parameters are divided among processes that are not all watched by this run&apos;s Inspectors, or did not all measure the same steps. Such measurements are left out.</source>
        <translation>Parameter sind auf Prozesse verteilt, die nicht alle von den Inspektoren dieses Laufs beobachtet werden oder nicht alle dieselben Schritte gemessen haben. Solche Messungen sind weggelassen.</translation>
    </message>
    <message>
        <source>Process %1 trains other layers than the first, as in a pipeline: the run shows the first&apos;s.</source>
        <translation>Prozess %1 trainiert andere Schichten als der erste, wie in einer Pipeline: Der Lauf zeigt die des ersten.</translation>
    </message>
    <message>
        <source>Shares of dead rows are not shown where several processes divide a row of a parameter among them.</source>
        <translation>Anteile toter Zeilen sind nicht zu sehen, wo mehrere Prozesse eine Zeile eines Parameters unter sich aufteilen.</translation>
    </message>
    <message>
        <source>The optimizer %1 keeps no moments that can be read, so they are not measured.</source>
        <translation>Der Optimierer %1 hat keine lesbaren Momente, daher werden sie nicht gemessen.</translation>
    </message>
    <message>
        <source>W&amp;B copied a log of TensorBoard; open that log</source>
        <translation>W&amp;B hat ein Protokoll von TensorBoard kopiert; öffnen Sie dieses</translation>
    </message>
    <message>
        <source>W&amp;B plots &quot;%1&quot; by &quot;%2&quot;; both are shown by W&amp;B&apos;s step</source>
        <translation>W&amp;B zeigt „%1“ über „%2“; hier stehen beide über dem Schritt von W&amp;B</translation>
    </message>
    <message>
        <source>W&amp;B recorded the exit code %1</source>
        <translation>W&amp;B hat den Exit-Code %1 aufgezeichnet</translation>
    </message>
    <message>
        <source>Weights &amp; Biases; step = %1; time = _timestamp</source>
        <translation>Weights &amp; Biases; Schritt = %1; Zeit = _timestamp</translation>
    </message>
    <message>
        <source>Weights &amp; Biases; step = _step; time = _timestamp</source>
        <translation>Weights &amp; Biases; Schritt = _step; Zeit = _timestamp</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no number, and skipped: %2</source>
        <translation>„%1“ ist keine Zahl und übersprungen: %2</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is skipped: it holds media of type %2</source>
        <translation>„%1“ ist übersprungen: Es enthält Medien vom Typ %2</translation>
    </message>
    <message>
        <source>a record is incomplete</source>
        <translation>ein Datensatz ist unvollständig</translation>
    </message>
    <message>
        <source>a record is longer than %1 bytes</source>
        <translation>ein Datensatz ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>a row without a whole number of &quot;%1&quot; stands at the step of the row before</source>
        <translation>eine Zeile ohne eine ganze Zahl in „%1“ steht beim Schritt der vorigen Zeile</translation>
    </message>
    <message>
        <source>alerts are skipped</source>
        <translation>Meldungen sind übersprungen</translation>
    </message>
    <message>
        <source>artifacts are skipped</source>
        <translation>Artefakte sind übersprungen</translation>
    </message>
    <message>
        <source>ends within a record that begins at byte %1</source>
        <translation>endet in einem Datensatz, der bei Byte %1 beginnt</translation>
    </message>
    <message>
        <source>expected sums of parts, found other numbers</source>
        <translation>erwartet sind Summen von Teilen, gefunden wurden andere Zahlen</translation>
    </message>
    <message>
        <source>has no record of an end: its process died</source>
        <translation>hat keinen Datensatz über ein Ende: Der Prozess ist abgebrochen</translation>
    </message>
    <message>
        <source>has version %1 of W&amp;B&apos;s format, not 0</source>
        <translation>hat die Version %1 des Formats von W&amp;B, nicht 0</translation>
    </message>
    <message>
        <source>is a database without any runs by now</source>
        <translation>ist eine Datenbank, die noch keine Läufe hat</translation>
    </message>
    <message>
        <source>is no database of MLflow with metrics, runs and experiments</source>
        <translation>ist keine Datenbank von MLflow mit Metriken, Läufen und Experimenten</translation>
    </message>
    <message>
        <source>is no database of Optuna with studies and trials</source>
        <translation>ist keine Datenbank von Optuna mit Studien und Versuchen</translation>
    </message>
    <message>
        <source>is no log of W&amp;B: its header is missing</source>
        <translation>ist kein Protokoll von W&amp;B: Der Kopf fehlt</translation>
    </message>
    <message>
        <source>is not a Lensboard run (.lbrun), nor a file of another tool that is read (the manual lists them under Runs). Export it from its own tool as CSV or JSON lines and open that file</source>
        <translation>ist kein Lauf von Lensboard (.lbrun) und keine Datei eines anderen Programms, die gelesen wird (das Handbuch nennt sie unter Runs). Exportieren Sie die Datei im eigenen Programm als CSV oder JSON Lines und öffnen Sie diese</translation>
    </message>
    <message>
        <source>lines of the console are skipped</source>
        <translation>Zeilen der Konsole sind übersprungen</translation>
    </message>
    <message>
        <source>machine measurements are skipped, since they have no steps</source>
        <translation>Messwerte des Rechners sind übersprungen, da sie keine Schritte haben</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot;: a value with the step %2 is left out</source>
        <translation>Metrik „%1“: Ein Wert mit dem Schritt %2 ist weggelassen</translation>
    </message>
    <message>
        <source>row %1 is left out: expected a wall time, a step and a value</source>
        <translation>Zeile %1 ist weggelassen: Erwartet werden eine Uhrzeit, ein Schritt und ein Wert</translation>
    </message>
    <message>
        <source>row %1 is left out: it has no iteration</source>
        <translation>Zeile %1 ist weggelassen: Sie hat keine Iteration</translation>
    </message>
    <message>
        <source>records from byte %1 up to byte %2 are left out: %3</source>
        <translation>Datensätze von Byte %1 bis Byte %2 sind weggelassen: %3</translation>
    </message>
    <message>
        <source>the length or kind of a record is wrong</source>
        <translation>die Länge oder Art eines Datensatzes ist falsch</translation>
    </message>
    <message>
        <source>the record at byte %1 is no record of W&amp;B, or only in part</source>
        <translation>der Datensatz bei Byte %1 ist keiner von W&amp;B oder nur zum Teil</translation>
    </message>
    <message>
        <source>became shorter while it was read</source>
        <translation>wurde kürzer, während sie gelesen wurde</translation>
    </message>
    <message>
        <source>ends before byte %1, where this medium ends</source>
        <translation>endet vor Byte %1, an dem dieses Medium endet</translation>
    </message>
    <message>
        <source>has changed since it was opened</source>
        <translation>hat sich geändert, seit sie geöffnet wurde</translation>
    </message>
    <message>
        <source>the media of this run changed</source>
        <translation>die Medien dieses Laufs haben sich geändert</translation>
    </message>
    <message>
        <source>lies outside the folder of its run</source>
        <translation>liegt außerhalb des Ordners ihres Laufs</translation>
    </message>
    <message>
        <source>media in gzip files, larger than 256 MiB, or beyond the first 1,000,000</source>
        <translation>Medien in gzip-Dateien, größer als 256 MiB oder nach den ersten 1.000.000</translation>
    </message>
    <message>
        <source>%1 was stepped after each of %2 steps, and lowered the learning rate from %3 to %4 long ago</source>
        <translation>%1 ging nach jedem von %2 Schritten weiter und hat die Lernrate schon lange von %3 auf %4 gesenkt</translation>
    </message>
    <message>
        <source>%1 was stepped after each of %2 steps, and raises the learning rate again after its end</source>
        <translation>%1 ging nach jedem von %2 Schritten weiter und hebt die Lernrate nach seinem Ende wieder an</translation>
    </message>
    <message>
        <source>20 steps in a row in evaluation mode, after steps in training mode</source>
        <translation>20 Schritte nacheinander im Auswertungsmodus, nach Schritten im Trainingsmodus</translation>
    </message>
    <message>
        <source>All processes train with the same samples, so they are no faster than one.</source>
        <translation>Alle Prozesse trainieren mit den gleichen Beispielen, deshalb sind sie nicht schneller als einer.</translation>
    </message>
    <message>
        <source>Call model.eval() before each validation, and model.train() after it.</source>
        <translation>Vor jeder Validierung model.eval() aufrufen, danach model.train().</translation>
    </message>
    <message>
        <source>Call model.train() at the beginning of each epoch.</source>
        <translation>Am Anfang jeder Epoche model.train() aufrufen.</translation>
    </message>
    <message>
        <source>Call optimizer.zero_grad() once per step, before loss.backward().</source>
        <translation>Einmal je Schritt optimizer.zero_grad() aufrufen, vor loss.backward().</translation>
    </message>
    <message>
        <source>Call scaler.unscale_(optimizer) before the gradients are clipped.</source>
        <translation>scaler.unscale_(optimizer) aufrufen, bevor die Gradienten begrenzt werden.</translation>
    </message>
    <message>
        <source>Divide the loss once. Frameworks that accumulate gradients divide it themselves.</source>
        <translation>Den Verlust einmal teilen. Frameworks, die Gradienten ansammeln, teilen ihn selbst.</translation>
    </message>
    <message>
        <source>Each worker of the data loader repeats the batches of the others.</source>
        <translation>Jeder Arbeiter des Datenladers wiederholt die Batches der anderen.</translation>
    </message>
    <message>
        <source>Give each worker its own share of the data, see torch.utils.data.get_worker_info(), and its own seed in worker_init_fn.</source>
        <translation>Jedem Arbeiter einen eigenen Teil der Daten geben, siehe torch.utils.data.get_worker_info(), und einen eigenen Startwert in worker_init_fn.</translation>
    </message>
    <message>
        <source>Gradients are clipped while they are scaled, so next to nothing is left of them.</source>
        <translation>Gradienten werden begrenzt, während sie skaliert sind, deshalb bleibt fast nichts von ihnen.</translation>
    </message>
    <message>
        <source>Gradients are never cleared, so each step follows the sum of all gradients so far.</source>
        <translation>Gradienten werden nie gelöscht, deshalb folgt jeder Schritt der Summe aller bisherigen Gradienten.</translation>
    </message>
    <message>
        <source>If that is intended, set requires_grad of the others to False to save time. Otherwise pass all parameters to the optimizer.</source>
        <translation>Ist das beabsichtigt, requires_grad der anderen auf False setzen, um Zeit zu sparen. Sonst dem Optimierer alle Parameter übergeben.</translation>
    </message>
    <message>
        <source>If that is not intended, call model.train() before the training.</source>
        <translation>Ist das nicht beabsichtigt, vor dem Training model.train() aufrufen.</translation>
    </message>
    <message>
        <source>Leave the division out, or use reduction=&quot;sum&quot;.</source>
        <translation>Die Division weglassen oder reduction=&quot;sum&quot; nehmen.</translation>
    </message>
    <message>
        <source>Make the optimizer after the model is moved, converted, or given other layers.</source>
        <translation>Den Optimierer erst anlegen, nachdem das Modell verschoben oder umgewandelt ist oder andere Schichten hat.</translation>
    </message>
    <message>
        <source>Only a part of the parameters is trained, but gradients are computed for others as well.</source>
        <translation>Nur ein Teil der Parameter wird trainiert, Gradienten werden aber auch für andere berechnet.</translation>
    </message>
    <message>
        <source>Pass the parameters to the optimizer or to its add_param_group(). If they are frozen on purpose, set requires_grad to False to save time.</source>
        <translation>Die Parameter dem Optimierer oder seinem add_param_group() übergeben. Sind sie mit Absicht eingefroren, requires_grad auf False setzen, um Zeit zu sparen.</translation>
    </message>
    <message>
        <source>Remove the model&apos;s last softmax or sigmoid: cross_entropy() and binary_cross_entropy_with_logits() have their own.</source>
        <translation>Den letzten Softmax oder das letzte Sigmoid des Modells entfernen: cross_entropy() und binary_cross_entropy_with_logits() haben ihre eigenen.</translation>
    </message>
    <message>
        <source>Shift the targets by one token: inputs tokens[:, :-1], targets tokens[:, 1:].</source>
        <translation>Die Ziele um ein Token verschieben: Eingaben tokens[:, :-1], Ziele tokens[:, 1:].</translation>
    </message>
    <message>
        <source>Shift the targets once. Causal models of transformers shift their labels themselves, so labels are the input_ids.</source>
        <translation>Die Ziele einmal verschieben. Kausale Modelle von transformers verschieben ihre labels selbst, labels sind also die input_ids.</translation>
    </message>
    <message>
        <source>Step a scheduler that counts epochs at the end of each epoch, or give it numbers of steps.</source>
        <translation>Einen Plan, der Epochen zählt, am Ende jeder Epoche weiterschalten oder ihm Schrittzahlen geben.</translation>
    </message>
    <message>
        <source>Targets are shifted twice, so the model learns the next token but one.</source>
        <translation>Ziele werden zweimal verschoben, deshalb lernt das Modell das übernächste Token.</translation>
    </message>
    <message>
        <source>The learning rate goes up and down again and again, since the schedule is shorter than the training.</source>
        <translation>Die Lernrate steigt und fällt immer wieder, weil der Plan kürzer als das Training ist.</translation>
    </message>
    <message>
        <source>The loop validates in training mode: dropout is on, and batch norm normalises by each batch and follows the validation data.</source>
        <translation>Die Schleife validiert im Trainingsmodus: Dropout ist an, und Batch-Norm normalisiert nach jedem Batch und folgt den Validierungsdaten.</translation>
    </message>
    <message>
        <source>The loss expects logits and receives probabilities, so it can hardly fall.</source>
        <translation>Der Verlust erwartet Logits und erhält Wahrscheinlichkeiten, deshalb kann er kaum fallen.</translation>
    </message>
    <message>
        <source>The loss is divided by the size of the batch again, so gradients are too small.</source>
        <translation>Der Verlust wird noch einmal durch die Größe des Batches geteilt, deshalb sind Gradienten zu klein.</translation>
    </message>
    <message>
        <source>The mean over the batches of a step is taken twice, so gradients are too small.</source>
        <translation>Der Mittelwert über die Batches eines Schritts wird zweimal gebildet, deshalb sind Gradienten zu klein.</translation>
    </message>
    <message>
        <source>The model learns to name its own inputs, not the next tokens.</source>
        <translation>Das Modell lernt, seine eigenen Eingaben zu nennen, nicht die nächsten Token.</translation>
    </message>
    <message>
        <source>The model stayed in evaluation mode after a validation: dropout is off, and batch norm does not follow its inputs.</source>
        <translation>Das Modell blieb nach einer Validierung im Auswertungsmodus: Dropout ist aus, und Batch-Norm folgt ihren Eingaben nicht.</translation>
    </message>
    <message>
        <source>The model trains in evaluation mode: dropout is off, and batch norm does not follow its inputs.</source>
        <translation>Das Modell trainiert im Auswertungsmodus: Dropout ist aus, und Batch-Norm folgt ihren Eingaben nicht.</translation>
    </message>
    <message>
        <source>The optimizer holds parameters that are no longer the model&apos;s, so these are never trained.</source>
        <translation>Der Optimierer hat Parameter, die nicht mehr zum Modell gehören, deshalb werden diese nie trainiert.</translation>
    </message>
    <message>
        <source>The schedule ended the learning rate long before the training.</source>
        <translation>Der Plan hat die Lernrate lange vor dem Training beendet.</translation>
    </message>
    <message>
        <source>These parameters have gradients, but are never trained.</source>
        <translation>Diese Parameter haben Gradienten, werden aber nie trainiert.</translation>
    </message>
    <message>
        <source>Tie them again after the model is moved, loaded or changed, and make the optimizer after that.</source>
        <translation>Sie nach dem Verschieben, Laden oder Ändern des Modells wieder verbinden und den Optimierer danach anlegen.</translation>
    </message>
    <message>
        <source>Tied weights came apart, so each is trained on its own, or not at all.</source>
        <translation>Verbundene Gewichte haben sich getrennt, deshalb wird jedes für sich trainiert oder gar nicht.</translation>
    </message>
    <message>
        <source>Use torch.utils.data.DistributedSampler, or seed each process differently.</source>
        <translation>torch.utils.data.DistributedSampler nehmen oder jedem Prozess einen anderen Startwert geben.</translation>
    </message>
    <message>
        <source>byte %1 %2</source>
        <translation>Byte %1 %2</translation>
    </message>
    <message>
        <source>each of the %1 losses of a step is divided by %1 twice</source>
        <translation>jeder der %1 Verluste eines Schritts wird zweimal durch %1 geteilt</translation>
    </message>
    <message>
        <source>health.rules.%1.%2 is ignored: limits of rules are no longer settings. Set &quot;sensitivity&quot; to &quot;low&quot; or &quot;high&quot; instead.</source>
        <translation>health.rules.%1.%2 wird ignoriert: Grenzen von Regeln sind keine Einstellungen mehr. Stattdessen &quot;sensitivity&quot; auf &quot;low&quot; oder &quot;high&quot; setzen.</translation>
    </message>
    <message>
        <source>is a journal of more than %1 bytes</source>
        <translation>ist ein Journal von mehr als %1 Bytes</translation>
    </message>
    <message>
        <source>is no journal of Optuna</source>
        <translation>ist kein Journal von Optuna</translation>
    </message>
    <message>
        <source>is on another machine, where Lensboard is too old to choose columns</source>
        <translation>liegt auf einem anderen Rechner, dessen Lensboard zu alt ist, um Spalten zu wählen</translation>
    </message>
    <message>
        <source>line %1 is longer than %2 bytes: its beginning is left out</source>
        <translation>Zeile %1 ist länger als %2 Bytes: ihr Anfang ist ausgelassen</translation>
    </message>
    <message>
        <source>line %1 is no measurement: &quot;%2&quot;</source>
        <translation>Zeile %1 ist keine Messung: „%2“</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot;, line %2 is left out: expected step and value, found &quot;%3&quot;</source>
        <translation>Metrik „%1“, Zeile %2 ist ausgelassen: erwartet waren Schritt und Wert, gefunden wurde „%3“</translation>
    </message>
    <message>
        <source>metric &quot;%1&quot;: %2 values are left out, since step or number is missing</source>
        <translation>Metrik „%1“: %2 Werte sind ausgelassen, denn Schritt oder Zahl fehlen</translation>
    </message>
    <message>
        <source>outputs of a softmax or sigmoid go into a loss that has a softmax or sigmoid of its own</source>
        <translation>Ausgaben eines Softmax oder Sigmoid gehen in einen Verlust, der selbst einen Softmax oder ein Sigmoid hat</translation>
    </message>
    <message>
        <source>the %1 workers of the loader made the same batches</source>
        <translation>die %1 Arbeiter des Laders machten die gleichen Batches</translation>
    </message>
    <message>
        <source>the first 20 steps were in evaluation mode</source>
        <translation>die ersten 20 Schritte waren im Auswertungsmodus</translation>
    </message>
    <message>
        <source>the first batches of all %1 processes were the same</source>
        <translation>die ersten Batches aller %1 Prozesse waren gleich</translation>
    </message>
    <message>
        <source>ten steps in a row added their gradients to the gradients of earlier steps</source>
        <translation>zehn Schritte nacheinander haben ihre Gradienten zu denen früherer Schritte addiert</translation>
    </message>
    <message>
        <source>the mean loss of %1 samples is divided by %1</source>
        <translation>der mittlere Verlust von %1 Beispielen wird durch %1 geteilt</translation>
    </message>
    <message>
        <source>the model was in training mode in two validations</source>
        <translation>das Modell war in zwei Validierungen im Trainingsmodus</translation>
    </message>
    <message>
        <source>the norm of the gradients was %1 divided by the scale of the loss, at last %2, in ten steps in a row</source>
        <translation>die Norm der Gradienten war in zehn Schritten nacheinander %1 durch die Skala des Verlusts, zuletzt %2</translation>
    </message>
    <message>
        <source>the targets of two batches are their inputs, token by token</source>
        <translation>die Ziele zweier Batches sind ihre Eingaben, Token für Token</translation>
    </message>
    <message>
        <source>the targets of two batches are their inputs, two tokens ahead</source>
        <translation>die Ziele zweier Batches sind ihre Eingaben, zwei Token weiter</translation>
    </message>
    <message>
        <source>these names were of one parameter at the start, and are of several now</source>
        <translation>diese Namen gehörten am Anfang zu einem Parameter und jetzt zu mehreren</translation>
    </message>
    <message>
        <source>these parameters receive gradients, are in no optimizer, and have not changed in 20 steps</source>
        <translation>diese Parameter erhalten Gradienten, sind in keinem Optimierer und haben sich in 20 Schritten nicht geändert</translation>
    </message>
    <message>
        <source>these parameters receive gradients, are in no optimizer, and have not changed in 20 steps; parameters of the optimizer receive none</source>
        <translation>diese Parameter erhalten Gradienten, sind in keinem Optimierer und haben sich in 20 Schritten nicht geändert; Parameter des Optimierers erhalten keine</translation>
    </message>
    <message>
        <source>%1 is no repeat: its settings differ from both runs in more than the seed</source>
        <translation>%1 ist keine Wiederholung: Die Einstellungen unterscheiden sich von denen beider Läufe in mehr als dem Startwert</translation>
    </message>
    <message>
        <source>%1 % of the time passes between steps; more than %2 % is too much</source>
        <translation>%1 % der Zeit vergehen zwischen den Schritten; mehr als %2 % sind zu viel</translation>
    </message>
    <message>
        <source>Look at the code between the model&apos;s output and backward(): metrics, copies to the host, printing.</source>
        <translation>Den Code zwischen der Ausgabe des Modells und backward() ansehen: Metriken, Kopien in den Hauptspeicher, Ausgaben.</translation>
    </message>
    <message>
        <source>Look at the loop&apos;s code from the optimizer&apos;s step to the next forward: loading and moving data, logging, checkpoints. Load data in other processes and ahead, and log less often.</source>
        <translation>Den Code der Schleife vom Schritt des Optimierers bis zum nächsten Vorwärtslauf ansehen: Laden und Verschieben der Daten, Protokolle, Sicherungen. Daten in anderen Prozessen und im Voraus laden und seltener protokollieren.</translation>
    </message>
    <message>
        <source>Set a budget, for example inspector.budget 0.02, or switch lenses off.</source>
        <translation>Ein Budget setzen, zum Beispiel inspector.budget 0.02, oder Linsen ausschalten.</translation>
    </message>
    <message>
        <source>The backward mostly takes twice as long as the forward. Look for Python loops, copies between devices and .item() in the model&apos;s code.</source>
        <translation>Der Rückwärtslauf dauert meist doppelt so lange wie der Vorwärtslauf. Im Code des Modells nach Schleifen in Python, Kopien zwischen Geräten und .item() suchen.</translation>
    </message>
    <message>
        <source>The training could be faster.</source>
        <translation>Das Training könnte schneller sein.</translation>
    </message>
    <message>
        <source>Use a fused or foreach version of the optimizer, or larger batches. Look at the code between backward() and the optimizer&apos;s step.</source>
        <translation>Eine fused- oder foreach-Version des Optimierers oder größere Stapel verwenden. Den Code zwischen backward() und dem Schritt des Optimierers ansehen.</translation>
    </message>
    <message>
        <source>computing the loss takes %1 % of the time; more than %2 % is unusual</source>
        <translation>die Berechnung des Verlusts nimmt %1 % der Zeit; mehr als %2 % sind ungewöhnlich</translation>
    </message>
    <message>
        <source>lenses take %1 % of the time; more than %2 % is unusual</source>
        <translation>Linsen nehmen %1 % der Zeit; mehr als %2 % sind ungewöhnlich</translation>
    </message>
    <message>
        <source>the forward takes %1 % of the time; more than %2 % is unusual</source>
        <translation>der Vorwärtslauf nimmt %1 % der Zeit; mehr als %2 % sind ungewöhnlich</translation>
    </message>
    <message>
        <source>the optimizer takes %1 % of the time; more than %2 % is unusual</source>
        <translation>der Optimierer nimmt %1 % der Zeit; mehr als %2 % sind ungewöhnlich</translation>
    </message>
    <message>
        <source>TensorBoard&apos;s events: %1. They wait in memory and are tried again.</source>
        <translation>Ereignisse für TensorBoard: %1. Sie warten im Speicher und werden erneut geschrieben.</translation>
    </message>
    <message>
        <source>it was stopped</source>
        <translation>er wurde gestoppt</translation>
    </message>
    <message>
        <source>%1 % read so far</source>
        <translation>bisher zu %1 % gelesen</translation>
    </message>
    <message>
        <source>%1 is beyond the range of numbers: it is read as infinite</source>
        <translation>%1 liegt außerhalb des Bereichs der Zahlen: der Wert wird als unendlich gelesen</translation>
    </message>
    <message>
        <source>is a repository of Aim and cannot be read. Export the metrics from Aim as CSV (the manual has the commands under Runs) and open that file</source>
        <translation>ist ein Verzeichnis von Aim und kann nicht gelesen werden. Exportieren Sie die Metriken aus Aim als CSV (das Handbuch nennt die Befehle unter Läufe) und öffnen Sie diese Datei</translation>
    </message>
    <message>
        <source>line %1: &quot;%2&quot; is beyond the range of numbers: it is read as infinite</source>
        <translation>Zeile %1: &quot;%2&quot; liegt außerhalb des Bereichs der Zahlen: der Wert wird als unendlich gelesen</translation>
    </message>
</context>
<context>
    <name>CoreTerm</name>
    <message>
        <source>%1 +σ</source>
        <translation>%1 +σ</translation>
    </message>
    <message>
        <source>%1 -σ</source>
        <translation>%1 -σ</translation>
    </message>
    <message>
        <source>%1 Cond</source>
        <translation>%1: Kondition</translation>
    </message>
    <message>
        <source>%1 Gradient Activation</source>
        <translation>%1: Gradientenaktivierung</translation>
    </message>
    <message>
        <source>%1 Gradient Correlation</source>
        <translation>%1: Gradientenkorrelation</translation>
    </message>
    <message>
        <source>%1 Gradient Norm</source>
        <translation>%1: Gradientennorm</translation>
    </message>
    <message>
        <source>%1 IQR</source>
        <translation>%1 IQR</translation>
    </message>
    <message>
        <source>%1 Log Norm Comparison</source>
        <translation>%1: Normvergleich (log.)</translation>
    </message>
    <message>
        <source>%1 Norm</source>
        <translation>%1: Norm</translation>
    </message>
    <message>
        <source>%1 Norm Comparison</source>
        <translation>%1: Normvergleich</translation>
    </message>
    <message>
        <source>%1 Output Log Norm Comparison</source>
        <translation>Ausgabe: Normvergleich (log.), %1</translation>
    </message>
    <message>
        <source>%1 Output Norm Comparison</source>
        <translation>Ausgabe: Normvergleich, %1</translation>
    </message>
    <message>
        <source>%1 Q1</source>
        <translation>%1 Q1</translation>
    </message>
    <message>
        <source>%1 Q3</source>
        <translation>%1 Q3</translation>
    </message>
    <message>
        <source>%1 Update Correlation</source>
        <translation>%1: Änderungskorrelation</translation>
    </message>
    <message>
        <source>%1 Update Norm</source>
        <translation>%1: Änderungsnorm</translation>
    </message>
    <message>
        <source>%1 max</source>
        <translation>%1, Max.</translation>
    </message>
    <message>
        <source>%1 mean</source>
        <translation>%1, Mittel</translation>
    </message>
    <message>
        <source>%1 median</source>
        <translation>%1, Median</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1, Min.</translation>
    </message>
    <message>
        <source>%1 not finite</source>
        <translation>%1, nicht endlich</translation>
    </message>
    <message>
        <source>%1 std</source>
        <translation>%1, Std.-Abw.</translation>
    </message>
    <message>
        <source>%1 tensor</source>
        <translation>%1: Tensor</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>L2 norm</source>
        <translation>L2-Norm</translation>
    </message>
    <message>
        <source>Learning Rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Loss &amp; Metrics</source>
        <translation>Verlust &amp; Metriken</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Maximum</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Minimum</translation>
    </message>
    <message>
        <source>Output Activations</source>
        <translation>Ausgabe: Aktivierungen</translation>
    </message>
    <message>
        <source>Output Gradient Correlation</source>
        <translation>Ausgabe: Gradientenkorrelation</translation>
    </message>
    <message>
        <source>Output Gradient Norm</source>
        <translation>Ausgabe: Gradientennorm</translation>
    </message>
    <message>
        <source>Output Norm</source>
        <translation>Ausgabe: Norm</translation>
    </message>
    <message>
        <source>RMS</source>
        <translation>RMS</translation>
    </message>
    <message>
        <source>Std</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>Warning Gradient Activations</source>
        <translation>Warnung: Gradientenaktivierung</translation>
    </message>
    <message>
        <source>Warning Output Activations</source>
        <translation>Warnung: Ausgabeaktivierung</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>activation_rate</source>
        <translation>Aktivierungsrate</translation>
    </message>
    <message>
        <source>blas</source>
        <translation>BLAS</translation>
    </message>
    <message>
        <source>cores</source>
        <translation>Kerne</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>death_rate</source>
        <translation>Todesrate</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>file version</source>
        <translation>Dateiversion</translation>
    </message>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>gradient of its input</source>
        <translation>Gradient der Eingabe</translation>
    </message>
    <message>
        <source>gradient of its output</source>
        <translation>Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>lensboard</source>
        <translation>Lensboard</translation>
    </message>
    <message>
        <source>libtorch</source>
        <translation>LibTorch</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>max</source>
        <translation>Max.</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>mean L2 norm</source>
        <translation>mittlere L2-Norm</translation>
    </message>
    <message>
        <source>mean RMS</source>
        <translation>mittlerer RMS</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>min</source>
        <translation>Min.</translation>
    </message>
    <message>
        <source>model_file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>os</source>
        <translation>Betriebssystem</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>processor</source>
        <translation>Prozessor</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>std</source>
        <translation>Std.-Abw.</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>train_%1</source>
        <translation>%1 (Training)</translation>
    </message>
    <message>
        <source>val_%1</source>
        <translation>%1 (Validierung)</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>worst %1</source>
        <translation>schlechteste %1</translation>
    </message>
    <message>
        <source>σ_min / σ_max</source>
        <translation>σ_min / σ_max</translation>
    </message>
    <message>
        <source>%1 Update Adjacent Prod</source>
        <translation>%1: Produkt aufeinanderfolgender Änderungen</translation>
    </message>
    <message>
        <source>%1 Gradient Adjacent Prod</source>
        <translation>%1: Produkt aufeinanderfolgender Gradienten</translation>
    </message>
    <message>
        <source>Output Gradient Adjacent Prod</source>
        <translation>Ausgabe: Produkt aufeinanderfolgender Gradienten</translation>
    </message>
    <message>
        <source>Relative Norm</source>
        <translation>Relative Norm</translation>
    </message>
    <message>
        <source>Parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>%1 ago</source>
        <translation>vor %1</translation>
    </message>
    <message>
        <source>Steps Measured</source>
        <translation>Gemessene Schritte</translation>
    </message>
    <message>
        <source>Step Time</source>
        <translation>Schrittdauer</translation>
    </message>
    <message>
        <source>Waiting Time</source>
        <translation>Wartezeit</translation>
    </message>
    <message>
        <source>process %1</source>
        <translation>Prozess %1</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>%1, by Process</source>
        <translation>%1 je Prozess</translation>
    </message>
    <message>
        <source>%1, process %2</source>
        <translation>%1, Prozess %2</translation>
    </message>
    <message>
        <source>Training Loss, by Process</source>
        <translation>Trainingsverlust je Prozess</translation>
    </message>
    <message>
        <source>Validation Loss, by Process</source>
        <translation>Validierungsverlust je Prozess</translation>
    </message>
    <message>
        <source>%1 Gradient Histogram</source>
        <translation>%1: Gradientenhistogramm</translation>
    </message>
    <message>
        <source>%1 Histogram</source>
        <translation>%1: Histogramm</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Labels</source>
        <translation>Zielwerte</translation>
    </message>
    <message>
        <source>Output Histogram</source>
        <translation>Ausgabe: Histogramm</translation>
    </message>
    <message>
        <source>Output Saturation</source>
        <translation>Ausgabe: Sättigung</translation>
    </message>
    <message>
        <source>Warning Output Saturation</source>
        <translation>Warnung: Ausgabesättigung</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>Klasse %1</translation>
    </message>
    <message>
        <source>histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>other classes</source>
        <translation>andere Klassen</translation>
    </message>
    <message>
        <source>saturated_units</source>
        <translation>gesättigte Einheiten</translation>
    </message>
    <message>
        <source>saturation_rate</source>
        <translation>Sättigungsrate</translation>
    </message>
    <message>
        <source>share not finite</source>
        <translation>Anteil nicht endlicher Werte</translation>
    </message>
    <message>
        <source>share or value</source>
        <translation>Anteil oder Wert</translation>
    </message>
    <message>
        <source>%1 Effective Rank</source>
        <translation>%1: effektiver Rang</translation>
    </message>
    <message>
        <source>%1 Gradient Noise Scale</source>
        <translation>%1: Rauschskala der Gradienten</translation>
    </message>
    <message>
        <source>%1 Gradient Signal Share</source>
        <translation>%1: Signalanteil der Gradienten</translation>
    </message>
    <message>
        <source>%1 Stable Rank</source>
        <translation>%1: stabiler Rang</translation>
    </message>
    <message>
        <source>%1 Update Ratio</source>
        <translation>%1: Änderungsverhältnis</translation>
    </message>
    <message>
        <source>Gradient Noise Scale</source>
        <translation>Gradienten: Rauschskala</translation>
    </message>
    <message>
        <source>Gradient Signal Share</source>
        <translation>Gradienten: Signalanteil</translation>
    </message>
    <message>
        <source>Output Effective Rank</source>
        <translation>Ausgabe: effektiver Rang</translation>
    </message>
    <message>
        <source>Output Stable Rank</source>
        <translation>Ausgabe: stabiler Rang</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>Dimensionen</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>‖Δθ‖ / ‖θ‖</source>
        <translation>‖Δθ‖ / ‖θ‖</translation>
    </message>
    <message>
        <source>Batch Norm Drift</source>
        <translation>Batch-Normierung: Drift</translation>
    </message>
    <message>
        <source>Data Wait</source>
        <translation>Warten auf Daten</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Vorhersagen</translation>
    </message>
    <message>
        <source>eval</source>
        <translation>Auswertung</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>share of the time</source>
        <translation>Anteil der Zeit</translation>
    </message>
    <message>
        <source>share that sums to 1</source>
        <translation>Anteil mit Summe 1</translation>
    </message>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>waiting for data</source>
        <translation>wartet auf Daten</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>%1 Effective Step</source>
        <translation>%1: wirksamer Schritt</translation>
    </message>
    <message>
        <source>%1 First Moment</source>
        <translation>%1: erstes Moment</translation>
    </message>
    <message>
        <source>%1 Gradient Ratio</source>
        <translation>%1: Gradientenverhältnis</translation>
    </message>
    <message>
        <source>%1 Second Moment</source>
        <translation>%1: zweites Moment</translation>
    </message>
    <message>
        <source>%1 Update RMS</source>
        <translation>%1: RMS der Änderung</translation>
    </message>
    <message>
        <source>g² / v</source>
        <translation>g² / v</translation>
    </message>
    <message>
        <source>learning rate / √v</source>
        <translation>Lernrate / √v</translation>
    </message>
    <message>
        <source>√mean v</source>
        <translation>√Mittel v</translation>
    </message>
    <message>
        <source>read as</source>
        <translation>gelesen als</translation>
    </message>
    <message>
        <source>Disk and Network</source>
        <translation>Platte und Netz</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>GPU Power</source>
        <translation>GPU-Leistung</translation>
    </message>
    <message>
        <source>GPU Temperature</source>
        <translation>GPU-Temperatur</translation>
    </message>
    <message>
        <source>Machine Load</source>
        <translation>Auslastung des Rechners</translation>
    </message>
    <message>
        <source>Machine Memory</source>
        <translation>Speicher des Rechners</translation>
    </message>
    <message>
        <source>Time in a Step</source>
        <translation>Zeit in einem Schritt</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>all processors</source>
        <translation>alle Prozessoren</translation>
    </message>
    <message>
        <source>all programs</source>
        <translation>alle Programme</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>Rückwärtslauf</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>zwischen Schritten</translation>
    </message>
    <message>
        <source>MB/s</source>
        <translation>MB/s</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>GB</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>Vorwärtslauf</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimierer</translation>
    </message>
    <message>
        <source>read from disk</source>
        <translation>von der Platte gelesen</translation>
    </message>
    <message>
        <source>received</source>
        <translation>empfangen</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>this process at most</source>
        <translation>dieser Prozess höchstens</translation>
    </message>
    <message>
        <source>this process</source>
        <translation>dieser Prozess</translation>
    </message>
    <message>
        <source>watching</source>
        <translation>Beobachten</translation>
    </message>
    <message>
        <source>written to disk</source>
        <translation>auf die Platte geschrieben</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
</context>
<context>
    <name>CoreWords</name>
    <message>
        <source>notice</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>lens on</source>
        <translation>Linse ein</translation>
    </message>
    <message>
        <source>lens off</source>
        <translation>Linse aus</translation>
    </message>
    <message>
        <source>lens settings</source>
        <translation>Linseneinstellungen</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
</context>
<context>
    <name>ExampleList</name>
    <message>
        <source>Done in seconds: raise the learning rate while it trains and watch loss and gradients jump</source>
        <translation>In Sekunden fertig: Lernrate während des Trainings erhöhen und Verlust und Gradienten springen sehen</translation>
    </message>
    <message>
        <source>Dead ReLUs: watch the share of dead units rise as the learning rate grows; all lenses are on</source>
        <translation>Tote ReLUs: Mit der Lernrate steigt der Anteil toter Einheiten; alle Linsen sind an</translation>
    </message>
    <message>
        <source>A CNN with dropout: compare how far each step moves the first and the last layer</source>
        <translation>CNN mit Dropout: vergleichen, wie weit jeder Schritt die erste und die letzte Schicht bewegt</translation>
    </message>
    <message>
        <source>Residual blocks: see whether gradients keep their size down to the first layer</source>
        <translation>Residualblöcke: Behalten Gradienten ihre Größe bis zur ersten Schicht?</translation>
    </message>
    <message>
        <source>Batch normalization: watch its running mean and variance drift, and its feature maps</source>
        <translation>Batch-Normalisierung: gleitende Mittel und Varianzen driften sehen, dazu die Merkmalskarten</translation>
    </message>
    <message>
        <source>A small GPT learns a license text: compare training and validation loss, and the gradients of its blocks</source>
        <translation>Ein kleines GPT lernt einen Lizenztext: Trainings- und Validierungsverlust und Gradienten der Blöcke vergleichen</translation>
    </message>
    <message>
        <source>Spiking neurons: watch firing rate, membrane voltage and single spikes</source>
        <translation>Spikende Neuronen: Feuerrate, Membranspannung und einzelne Spikes verfolgen</translation>
    </message>
    <message>
        <source>Examples</source>
        <translation>Beispiele</translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message>
        <source>there are no points to draw; nothing was measured</source>
        <translation>es gibt keine Punkte zu zeichnen; nichts wurde gemessen</translation>
    </message>
    <message>
        <source>the printer does not take the pages; check it, or the file it prints to</source>
        <translation>der Drucker nimmt die Seiten nicht an; bitte ihn oder die Datei prüfen, in die gedruckt wird</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>Bild (PNG)</translation>
    </message>
    <message>
        <source>Vector picture (SVG)</source>
        <translation>Vektorbild (SVG)</translation>
    </message>
    <message>
        <source>Pages to print (PDF)</source>
        <translation>Druckseiten (PDF)</translation>
    </message>
    <message>
        <source>Tables (CSV), a file per tag</source>
        <translation>Tabellen (CSV), eine Datei je Tag</translation>
    </message>
    <message>
        <source>JSON lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>TensorBoard event files</source>
        <translation>Ereignisdateien für TensorBoard</translation>
    </message>
    <message>
        <source>there are no values to export; of these tags and steps nothing was measured</source>
        <translation>es gibt keine Werte zu exportieren; von diesen Tags und Schritten wurde nichts gemessen</translation>
    </message>
</context>
<context>
    <name>FieldCommands</name>
    <message>
        <source>Go to Panel</source>
        <translation>Zu Bereich gehen</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Go to Field</source>
        <translation>Zu Feld gehen</translation>
    </message>
    <message>
        <source>Set %1</source>
        <translation>%1 setzen</translation>
    </message>
    <message>
        <source>Press Button</source>
        <translation>Knopf drücken</translation>
    </message>
</context>
<context>
    <name>FieldEditor</name>
    <message>
        <source>separate several with commas</source>
        <translation>mehrere durch Kommas trennen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose from a menu of all names</source>
        <translation>Aus einem Menü aller Namen wählen</translation>
    </message>
</context>
<context>
    <name>FindingText</name>
    <message>
        <source>problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>at step %1</source>
        <translation>in Schritt %1</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>since step %1</source>
        <translation>seit Schritt %1</translation>
    </message>
    <message>
        <source>Follows from %1</source>
        <translation>Folgt aus: %1</translation>
    </message>
    <message>
        <source>Before: %1</source>
        <translation>Zuvor: %1</translation>
    </message>
    <message>
        <source>Try:</source>
        <translation>Versuchen:</translation>
    </message>
    <message>
        <source>%1, %2 % sure</source>
        <translation>%1, zu %2 % sicher</translation>
    </message>
    <message>
        <source>Layers: %1</source>
        <translation>Schichten: %1</translation>
    </message>
    <message>
        <source>Try: %1</source>
        <translation>Versuchen: %1</translation>
    </message>
    <message>
        <source>fine</source>
        <translation>in Ordnung</translation>
    </message>
</context>
<context>
    <name>Gestures</name>
    <message>
        <source>Point at it</source>
        <translation>Mauszeiger</translation>
    </message>
    <message>
        <source>Wheel</source>
        <translation>Mausrad</translation>
    </message>
    <message>
        <source>Scroll the page</source>
        <translation>Seite rollen</translation>
    </message>
    <message>
        <source>Ctrl+Wheel</source>
        <translation>Strg+Mausrad</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Switch a lens, show or hide its plots</source>
        <translation>Linse schalten, ihre Diagramme zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Enter, double click</source>
        <translation>Eingabetaste, Doppelklick</translation>
    </message>
    <message>
        <source>Settings of a lens; open a listed run</source>
        <translation>Einstellungen einer Linse; gelisteten Lauf öffnen</translation>
    </message>
    <message>
        <source>Drop it</source>
        <translation>Fallen lassen</translation>
    </message>
    <message>
        <source>Open a file or a folder</source>
        <translation>Datei oder Ordner öffnen</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Lenses and lists</source>
        <translation>Linsen und Listen</translation>
    </message>
    <message>
        <source>Read the values there, in all plots</source>
        <translation>Die Werte dort lesen, in allen Diagrammen</translation>
    </message>
    <message>
        <source>Zoom along the x axis, around the mouse</source>
        <translation>Entlang der x-Achse zoomen, um die Maus herum</translation>
    </message>
    <message>
        <source>Shift+Wheel</source>
        <translation>Umschalt+Mausrad</translation>
    </message>
    <message>
        <source>Move along the x axis</source>
        <translation>Entlang der x-Achse verschieben</translation>
    </message>
    <message>
        <source>Move along the x axis; through time in a depth profile</source>
        <translation>Entlang der x-Achse verschieben; im Tiefenprofil durch die Zeit</translation>
    </message>
    <message>
        <source>Shift+Drag</source>
        <translation>Umschalt+Ziehen</translation>
    </message>
    <message>
        <source>Zoom to the marked range</source>
        <translation>Auf den markierten Bereich zoomen</translation>
    </message>
    <message>
        <source>Show all of the x axis</source>
        <translation>Die ganze x-Achse zeigen</translation>
    </message>
    <message>
        <source>Right click</source>
        <translation>Rechtsklick</translation>
    </message>
    <message>
        <source>Views, scale and limits of the plots of a tag</source>
        <translation>Ansichten, Skala und Grenzen der Diagramme eines Tags</translation>
    </message>
</context>
<context>
    <name>KeyNames</name>
    <message>
        <source>&quot;%1&quot; in JSON</source>
        <translation>&quot;%1&quot; in JSON</translation>
    </message>
</context>
<context>
    <name>MeanNote</name>
    <message>
        <source>mean of %1 of %2 runs</source>
        <translation>Mittel aus %1 von %2 Läufen</translation>
    </message>
    <message>
        <source>mean of %1 to %2 runs</source>
        <translation>Mittel aus %1 bis %2 Läufen</translation>
    </message>
    <message>
        <source>%1, then %2</source>
        <translation>%1, dann %2</translation>
    </message>
    <message>
        <source>mean of %1 runs</source>
        <translation>Mittel aus %1 Läufen</translation>
    </message>
</context>
<context>
    <name>ModelTrust</name>
    <message>
        <source>Run this program?</source>
        <translation>Dieses Programm ausführen?</translation>
    </message>
    <message>
        <source>&amp;Remember for this file as it is now</source>
        <translation>Für diese Datei, wie sie jetzt ist, &amp;merken</translation>
    </message>
    <message>
        <source>Run Program</source>
        <translation>Programm ausführen</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>The program is not remembered</source>
        <translation>Das Programm wurde nicht gemerkt</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Öffnen nicht möglich</translation>
    </message>
    <message>
        <source>%1

A TorchScript file or a plug-in is a program. Opening it runs it as you: a TorchScript file may use much memory and time, and a plug-in may do all that you may. Run only programs from people you trust.</source>
        <translation>%1

Eine TorchScript-Datei oder ein Plug-in ist ein Programm. Beim Öffnen läuft es in Ihrem Namen: Eine TorchScript-Datei kann viel Speicher und Zeit verbrauchen, ein Plug-in darf alles, was Sie dürfen. Führen Sie nur Programme von Menschen aus, denen Sie vertrauen.</translation>
    </message>
</context>
<context>
    <name>PageCommands</name>
    <message>
        <source>Go to Plots</source>
        <translation>Zu Diagrammen gehen</translation>
    </message>
    <message>
        <source>Lenses</source>
        <translation>Linsen</translation>
    </message>
    <message>
        <source>What Is %1?</source>
        <translation>Was ist %1?</translation>
    </message>
    <message>
        <source>Hide Plots of %1</source>
        <translation>Diagramme von %1 ausblenden</translation>
    </message>
    <message>
        <source>Show Plots of %1</source>
        <translation>Diagramme von %1 einblenden</translation>
    </message>
    <message>
        <source>Switch Off %1</source>
        <translation>%1 ausschalten</translation>
    </message>
    <message>
        <source>Switch On %1</source>
        <translation>%1 einschalten</translation>
    </message>
    <message>
        <source>Settings of %1 …</source>
        <translation>Einstellungen von %1 …</translation>
    </message>
    <message>
        <source>Go to Layer</source>
        <translation>Zu Schicht gehen</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Show Only %1</source>
        <translation>Nur %1 zeigen</translation>
    </message>
    <message>
        <source>Hide Run %1</source>
        <translation>Lauf %1 ausblenden</translation>
    </message>
    <message>
        <source>Show Run %1</source>
        <translation>Lauf %1 einblenden</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Go to Tab</source>
        <translation>Zu Reiter gehen</translation>
    </message>
</context>
<context>
    <name>PageOutput</name>
    <message>
        <source>Exported to %1.</source>
        <translation>Exportiert nach %1.</translation>
    </message>
    <message>
        <source>%1: is being recorded; choose another name</source>
        <translation>%1: wird gerade aufgezeichnet; bitte einen anderen Namen wählen</translation>
    </message>
    <message>
        <source>Saving %1 …</source>
        <translation>%1 wird gespeichert …</translation>
    </message>
    <message>
        <source>Exporting %1 …</source>
        <translation>%1 wird exportiert …</translation>
    </message>
    <message>
        <source>Save a Copy</source>
        <translation>Kopie speichern</translation>
    </message>
    <message>
        <source>Lensboard runs (*.lbrun)</source>
        <translation>Lensboard-Läufe (*.lbrun)</translation>
    </message>
    <message>
        <source>Cannot save a copy</source>
        <translation>Die Kopie kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Cannot export</source>
        <translation>Exportieren nicht möglich</translation>
    </message>
    <message>
        <source>Cannot copy the picture</source>
        <translation>Das Bild kann nicht kopiert werden</translation>
    </message>
    <message>
        <source>Cannot print</source>
        <translation>Drucken nicht möglich</translation>
    </message>
    <message>
        <source>Drawing %1 …</source>
        <translation>%1 wird gezeichnet …</translation>
    </message>
    <message>
        <source>Printing %1 …</source>
        <translation>%1 wird gedruckt …</translation>
    </message>
    <message>
        <source>Saving the tensors of %1 …</source>
        <translation>Tensoren von %1 werden gespeichert …</translation>
    </message>
    <message>
        <source>Save the Tensors of %1 into a Folder</source>
        <translation>Tensoren von %1 in einen Ordner speichern</translation>
    </message>
    <message>
        <source>Cannot save the tensors</source>
        <translation>Die Tensoren können nicht gespeichert werden</translation>
    </message>
    <message>
        <source>This plot is no longer on the page.</source>
        <translation>Dieses Diagramm ist nicht mehr auf der Seite.</translation>
    </message>
    <message>
        <source>Save As</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Cannot save the file</source>
        <translation>Die Datei kann nicht gespeichert werden</translation>
    </message>
</context>
<context>
    <name>PictureText</name>
    <message>
        <source>This is no PNG, JPEG or GIF picture.</source>
        <translation>Dies ist kein Bild in PNG, JPEG oder GIF.</translation>
    </message>
    <message>
        <source>This picture is damaged.</source>
        <translation>Dieses Bild ist beschädigt.</translation>
    </message>
    <message>
        <source>This picture of %1 × %2 pixels is too large to be shown. Save it to open it with another program.</source>
        <translation>Dieses Bild mit %1 × %2 Pixeln ist zu groß, um gezeigt zu werden. Speichern Sie es, um es mit einem anderen Programm zu öffnen.</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>%1 – %2, continued</source>
        <translation>%1 – %2, Fortsetzung</translation>
    </message>
    <message>
        <source>%1 / %2</source>
        <translation>%1 / %2</translation>
    </message>
</context>
<context>
    <name>RunStatus</name>
    <message>
        <source>recording</source>
        <translation>wird aufgezeichnet</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>interrupted</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>RunTrash</name>
    <message numerus="yes">
        <source>%1, the folder with all in it: %n file(s)</source>
        <translation>
            <numerusform>%1, der Ordner mit allem darin: %n Datei</numerusform>
            <numerusform>%1, der Ordner mit allem darin: %n Dateien</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: is gone already</source>
        <translation>%1: ist schon fort</translation>
    </message>
    <message>
        <source>%1: cannot be moved to the trash: the folder %2 cannot be made</source>
        <translation>%1: lässt sich nicht in den Papierkorb verschieben: Der Ordner %2 lässt sich nicht anlegen</translation>
    </message>
    <message>
        <source>%1: cannot be moved to the trash: %2</source>
        <translation>%1: lässt sich nicht in den Papierkorb verschieben: %2</translation>
    </message>
    <message>
        <source>%1, with its checkpoint</source>
        <translation>%1, mit dem Checkpoint</translation>
    </message>
</context>
<context>
    <name>SavePath</name>
    <message>
        <source>%1 is not empty. Files of the same names are replaced.</source>
        <translation>%1 ist nicht leer. Gleichnamige Dateien werden ersetzt.   (only with branch app-save-dialogs; context SavePath; moved from ExportDialog, keep its translation)</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 ist vorhanden. Ersetzen?   (only with branch app-save-dialogs; context SavePath; moved from ExportDialog, keep the translation that ExportDialog had)</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen   (only with branch app-save-dialogs; context SavePath; moved from ExportDialog)</translation>
    </message>
</context>
<context>
    <name>Schema</name>
    <message>
        <source>A Lensboard experiment: what to train, how, and what to watch.</source>
        <translation>Ein Lensboard-Experiment: was trainiert wird, wie, und was beobachtet wird.</translation>
    </message>
    <message>
        <source>version of this format</source>
        <translation>Version dieses Formats</translation>
    </message>
    <message>
        <source>names the run</source>
        <translation>benennt den Lauf</translation>
    </message>
    <message>
        <source>what to train on</source>
        <translation>womit trainiert wird</translation>
    </message>
    <message>
        <source>Zalando&apos;s 60,000 + 10,000 pictures of clothes, 1x28x28, 10 classes</source>
        <translation>60.000 + 10.000 Bilder von Kleidung von Zalando, 1x28x28, 10 Klassen</translation>
    </message>
    <message>
        <source>folder of the four IDX files, relative to the experiment&apos;s; empty: where Debian&apos;s dataset-fashion-mnist puts them</source>
        <translation>Ordner der vier IDX-Dateien, relativ zu dem des Experiments; leer: wohin Debians dataset-fashion-mnist sie legt</translation>
    </message>
    <message>
        <source>use the first so many training pictures; 0: all</source>
        <translation>nur die ersten so vielen Trainingsbilder verwenden; 0: alle</translation>
    </message>
    <message>
        <source>use the first so many validation pictures; 0: all</source>
        <translation>nur die ersten so vielen Validierungsbilder verwenden; 0: alle</translation>
    </message>
    <message>
        <source>points on interleaved spirals in the plane, made on the fly</source>
        <translation>Punkte auf verschränkten Spiralen in der Ebene, beim Start erzeugt</translation>
    </message>
    <message>
        <source>number of spirals</source>
        <translation>Anzahl der Spiralen</translation>
    </message>
    <message>
        <source>number of training points</source>
        <translation>Anzahl der Trainingspunkte</translation>
    </message>
    <message>
        <source>number of validation points</source>
        <translation>Anzahl der Validierungspunkte</translation>
    </message>
    <message>
        <source>standard deviation of the angle, radians</source>
        <translation>Standardabweichung des Winkels im Bogenmaß</translation>
    </message>
    <message>
        <source>the characters of a text, each predicted from the characters before it</source>
        <translation>die Zeichen eines Textes, jedes aus den Zeichen davor vorhergesagt</translation>
    </message>
    <message>
        <source>the text, a file in UTF-8 of up to 1 GiB, relative to the experiment&apos;s folder</source>
        <translation>der Text, eine Datei in UTF-8 bis 1 GiB, relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>characters in a sample</source>
        <translation>Zeichen je Beispiel</translation>
    </message>
    <message>
        <source>share of the text, its end, that validates</source>
        <translation>Anteil des Textes, an seinem Ende, mit dem validiert wird</translation>
    </message>
    <message>
        <source>what to train</source>
        <translation>was trainiert wird</translation>
    </message>
    <message>
        <source>linear layers; every input is flattened</source>
        <translation>lineare Schichten; jede Eingabe wird flach gemacht</translation>
    </message>
    <message>
        <source>widths of the hidden linear layers</source>
        <translation>Breiten der verborgenen linearen Schichten</translation>
    </message>
    <message>
        <source>what follows each hidden layer</source>
        <translation>was auf jede verborgene Schicht folgt</translation>
    </message>
    <message>
        <source>normalisation before each activation</source>
        <translation>Normalisierung vor jeder Aktivierung</translation>
    </message>
    <message>
        <source>probability of zeroing an output of a hidden linear layer</source>
        <translation>Wahrscheinlichkeit, eine Ausgabe einer verborgenen linearen Schicht auf null zu setzen</translation>
    </message>
    <message>
        <source>convolutions, each followed by max pooling over 2x2 while the picture allows it, then linear layers</source>
        <translation>Faltungen, jeweils gefolgt von Max-Pooling über 2x2, solange das Bild es zulässt, dann lineare Schichten</translation>
    </message>
    <message>
        <source>channels of each convolution</source>
        <translation>Kanäle jeder Faltung</translation>
    </message>
    <message>
        <source>side of the convolutions&apos; kernels; odd</source>
        <translation>Seitenlänge der Faltungskerne; ungerade</translation>
    </message>
    <message>
        <source>a residual network in the layout of ResNet-18: a convolution, stages of blocks of two, the mean of all pixels</source>
        <translation>ein Residualnetz im Aufbau von ResNet-18: eine Faltung, Stufen aus Blöcken zu je zwei, der Mittelwert aller Pixel</translation>
    </message>
    <message>
        <source>channels of each stage; all but the first halve the picture</source>
        <translation>Kanäle jeder Stufe; alle außer der ersten halbieren das Bild</translation>
    </message>
    <message>
        <source>blocks of each stage</source>
        <translation>Blöcke jeder Stufe</translation>
    </message>
    <message>
        <source>convolutions have a bias</source>
        <translation>Faltungen haben einen Bias</translation>
    </message>
    <message>
        <source>a decoder in the layout of GPT-2 that predicts each next character of a text</source>
        <translation>ein Decoder im Aufbau von GPT-2, der jeweils das nächste Zeichen eines Textes vorhersagt</translation>
    </message>
    <message>
        <source>blocks of attention and a hidden layer</source>
        <translation>Blöcke aus Attention und einer verborgenen Schicht</translation>
    </message>
    <message>
        <source>heads of attention, among which the width is divided</source>
        <translation>Attention-Köpfe, auf die sich die Breite verteilt</translation>
    </message>
    <message>
        <source>numbers that stand for one character</source>
        <translation>Zahlen, die für ein Zeichen stehen</translation>
    </message>
    <message>
        <source>probability of zeroing a number of the embeddings, or of what attention or a hidden layer adds</source>
        <translation>Wahrscheinlichkeit, eine Zahl der Einbettungen oder dessen, was Attention oder eine verborgene Schicht beiträgt, auf null zu setzen</translation>
    </message>
    <message>
        <source>what to minimise</source>
        <translation>was minimiert wird</translation>
    </message>
    <message>
        <source>cross entropy of class scores</source>
        <translation>Kreuzentropie der Klassenwerte</translation>
    </message>
    <message>
        <source>how to minimise it</source>
        <translation>wie minimiert wird</translation>
    </message>
    <message>
        <source>stochastic gradient descent</source>
        <translation>stochastischer Gradientenabstieg</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>L2 penalty</source>
        <translation>L2-Strafterm</translation>
    </message>
    <message>
        <source>Nesterov momentum</source>
        <translation>Nesterov-Momentum</translation>
    </message>
    <message>
        <source>Adam (Kingma and Ba, 2015)</source>
        <translation>Adam (Kingma und Ba, 2015)</translation>
    </message>
    <message>
        <source>decay of the mean</source>
        <translation>Abklingen des Mittelwerts</translation>
    </message>
    <message>
        <source>decay of the square</source>
        <translation>Abklingen des Quadrats</translation>
    </message>
    <message>
        <source>added to the root of the square</source>
        <translation>wird zur Wurzel des Quadrats addiert</translation>
    </message>
    <message>
        <source>passes over the training data</source>
        <translation>Durchläufe durch die Trainingsdaten</translation>
    </message>
    <message>
        <source>samples in a batch; the last batch of an epoch may be smaller</source>
        <translation>Beispiele je Batch; der letzte einer Epoche kann kleiner sein</translation>
    </message>
    <message>
        <source>of initial weights, dropout and the order of samples</source>
        <translation>für Anfangsgewichte, Dropout und die Reihenfolge der Beispiele</translation>
    </message>
    <message>
        <source>threads that compute; 0: chosen for this machine</source>
        <translation>rechnende Threads; 0: passend zu diesem Rechner</translation>
    </message>
    <message>
        <source>how often a point is drawn</source>
        <translation>wie oft ein Punkt gezeichnet wird</translation>
    </message>
    <message>
        <source>what a tick is</source>
        <translation>was ein Tick ist</translation>
    </message>
    <message>
        <source>a tick every so many of the unit</source>
        <translation>ein Tick nach jeweils so vielen der Einheit</translation>
    </message>
    <message>
        <source>settings of all lenses</source>
        <translation>Einstellungen aller Linsen</translation>
    </message>
    <message>
        <source>levels below the model to look at; -1: all</source>
        <translation>wie viele Ebenen unter dem Modell betrachtet werden; -1: alle</translation>
    </message>
    <message>
        <source>measure in every so many-th tick only</source>
        <translation>nur in jedem so vielten Tick messen</translation>
    </message>
    <message>
        <source>recognise evaluation by gradients being off, not by the module&apos;s mode</source>
        <translation>Auswertung an abgeschalteten Gradienten erkennen, nicht am Modus des Moduls</translation>
    </message>
    <message>
        <source>what to watch</source>
        <translation>was beobachtet wird</translation>
    </message>
    <message>
        <source>loss and metrics, training and validation apart</source>
        <translation>Verlust und Metriken, Training und Validierung getrennt</translation>
    </message>
    <message>
        <source>whether the lens is on when training starts</source>
        <translation>ob die Linse zu Beginn des Trainings eingeschaltet ist</translation>
    </message>
    <message>
        <source>aggregate a tick as it runs; false keeps every value, which quantiles need (median, Q1, Q3, IQR)</source>
        <translation>einen Tick laufend zusammenfassen; sonst wird jeder Wert behalten, was Quantile brauchen (median, Q1, Q3, IQR)</translation>
    </message>
    <message>
        <source>metrics to show, in this order; empty: all that are measured</source>
        <translation>gezeigte Metriken in dieser Reihenfolge; leer: alle, die gemessen werden</translation>
    </message>
    <message>
        <source>the module of the model that puts out the loss, one number; empty: the loss that training minimises</source>
        <translation>das Modul des Modells, das den Verlust ausgibt, eine Zahl; leer: der Verlust, den das Training minimiert</translation>
    </message>
    <message>
        <source>two plots, or one for both</source>
        <translation>zwei Diagramme, oder eines für beide</translation>
    </message>
    <message>
        <source>logarithmic scale for the loss</source>
        <translation>logarithmische Skala für den Verlust</translation>
    </message>
    <message>
        <source>lines of the loss</source>
        <translation>Linien des Verlusts</translation>
    </message>
    <message>
        <source>bands of the loss</source>
        <translation>Bänder des Verlusts</translation>
    </message>
    <message>
        <source>lines of the metrics</source>
        <translation>Linien der Metriken</translation>
    </message>
    <message>
        <source>bands of the metrics</source>
        <translation>Bänder der Metriken</translation>
    </message>
    <message>
        <source>the numbers of monitorch, to compare with: metrics pushed in ticks that are not measured count in the next one, median, IQR and Q1-Q3 are the closest observations</source>
        <translation>die Zahlen von monitorch, zum Vergleich: Metriken aus nicht gemessenen Ticks zählen im nächsten mit, Median, IQR und Q1-Q3 sind die nächstgelegenen Beobachtungen</translation>
    </message>
    <message>
        <source>share of outputs that are not zero, and of units that are zero for a whole batch</source>
        <translation>Anteil der Ausgaben, die nicht null sind, und der Einheiten, die einen ganzen Batch lang null sind</translation>
    </message>
    <message>
        <source>show the activation rate</source>
        <translation>die Aktivierungsrate zeigen</translation>
    </message>
    <message>
        <source>show the death rate</source>
        <translation>die Rate toter Einheiten zeigen</translation>
    </message>
    <message>
        <source>also the worst of each over all layers</source>
        <translation>auch den jeweils schlechtesten Wert über alle Schichten</translation>
    </message>
    <message>
        <source>how a tick&apos;s activation rates become one value</source>
        <translation>wie die Aktivierungsraten eines Ticks zu einem Wert werden</translation>
    </message>
    <message>
        <source>how a tick&apos;s death rates become one value</source>
        <translation>wie die Raten toter Einheiten eines Ticks zu einem Wert werden</translation>
    </message>
    <message>
        <source>a value counts as zero if its magnitude is not above this</source>
        <translation>ein Wert gilt als null, wenn sein Betrag nicht darüber liegt</translation>
    </message>
    <message>
        <source>the numbers of monitorch, to compare with: median, IQR and Q1-Q3 are the closest observations</source>
        <translation>die Zahlen von monitorch, zum Vergleich: Median, IQR und Q1-Q3 sind die nächstgelegenen Beobachtungen</translation>
    </message>
    <message>
        <source>module types not to watch</source>
        <translation>Modultypen, die nicht beobachtet werden</translation>
    </message>
    <message>
        <source>also evaluation passes</source>
        <translation>auch Durchläufe zur Auswertung</translation>
    </message>
    <message>
        <source>how large outputs are: the norm of each sample&apos;s, averaged over the batch</source>
        <translation>wie groß Ausgaben sind: die Norm je Beispiel, gemittelt über den Batch</translation>
    </message>
    <message>
        <source>divide norms by the root of the number of elements</source>
        <translation>Normen durch die Wurzel der Anzahl der Elemente teilen</translation>
    </message>
    <message>
        <source>logarithmic scale for norms</source>
        <translation>logarithmische Skala für Normen</translation>
    </message>
    <message>
        <source>also each layer&apos;s share of the sum over layers</source>
        <translation>auch den Anteil jeder Schicht an der Summe über die Schichten</translation>
    </message>
    <message>
        <source>what of a tick&apos;s norms is compared</source>
        <translation>was von den Normen eines Ticks verglichen wird</translation>
    </message>
    <message>
        <source>lines to draw</source>
        <translation>gezeichnete Linien</translation>
    </message>
    <message>
        <source>bands to draw</source>
        <translation>gezeichnete Bänder</translation>
    </message>
    <message>
        <source>norm of the gradient of each layer&apos;s output, and whether consecutive ones agree</source>
        <translation>Norm des Gradienten der Ausgabe jeder Schicht, und ob aufeinanderfolgende übereinstimmen</translation>
    </message>
    <message>
        <source>leave activations out</source>
        <translation>Aktivierungen auslassen</translation>
    </message>
    <message>
        <source>also the cosine between consecutive gradients</source>
        <translation>auch der Kosinus zwischen aufeinanderfolgenden Gradienten</translation>
    </message>
    <message>
        <source>compare the first gradient of a tick with the last of the one before</source>
        <translation>den ersten Gradienten eines Ticks mit dem letzten des vorigen vergleichen</translation>
    </message>
    <message>
        <source>the numbers of monitorch, to compare with: every tick begins with a made-up cosine of 0, 1e-8 is added to the product of the norms, sums are formed in the tensor&apos;s precision, median, IQR and Q1-Q3 are the closest observations</source>
        <translation>die Zahlen von monitorch, zum Vergleich: jeder Tick beginnt mit einem erfundenen Kosinus von 0, zum Produkt der Normen wird 1e-8 addiert, Summen werden in der Genauigkeit des Tensors gebildet, Median, IQR und Q1-Q3 sind die nächstgelegenen Beobachtungen</translation>
    </message>
    <message>
        <source>norm of each parameter&apos;s gradient, and whether consecutive gradients agree</source>
        <translation>Norm des Gradienten jedes Parameters, und ob aufeinanderfolgende Gradienten übereinstimmen</translation>
    </message>
    <message>
        <source>only modules that have every listed parameter</source>
        <translation>nur Module, die jeden genannten Parameter haben</translation>
    </message>
    <message>
        <source>share of gradients that are not zero, and of neurons without any gradient</source>
        <translation>Anteil der Gradienten, die nicht null sind, und der Neuronen ganz ohne Gradient</translation>
    </message>
    <message>
        <source>how large parameters are at the end of a tick</source>
        <translation>wie groß Parameter am Ende eines Ticks sind</translation>
    </message>
    <message>
        <source>how a tick&apos;s norms become one value; there is one a tick</source>
        <translation>wie die Normen eines Ticks zu einem Wert werden; es gibt eine je Tick</translation>
    </message>
    <message>
        <source>how far each optimizer step moved each parameter, and whether steps agree</source>
        <translation>wie weit jeder Optimizer-Schritt jeden Parameter bewegt hat, und ob Schritte übereinstimmen</translation>
    </message>
    <message>
        <source>after each optimizer step, or at explicit calls, which a built-in training makes at the end of each epoch</source>
        <translation>nach jedem Optimizer-Schritt oder bei ausdrücklichen Aufrufen, die ein eingebautes Training am Ende jeder Epoche macht</translation>
    </message>
    <message>
        <source>also the cosine between consecutive updates</source>
        <translation>auch der Kosinus zwischen aufeinanderfolgenden Updates</translation>
    </message>
    <message>
        <source>compare the first update of a tick with the last of the one before</source>
        <translation>das erste Update eines Ticks mit dem letzten des vorigen vergleichen</translation>
    </message>
    <message>
        <source>how near weight matrices are to losing a dimension: 1 is orthogonal, 0 is singular</source>
        <translation>wie nahe Gewichtsmatrizen daran sind, eine Dimension zu verlieren: 1 ist orthogonal, 0 singulär</translation>
    </message>
    <message>
        <source>logarithmic scale</source>
        <translation>logarithmische Skala</translation>
    </message>
    <message>
        <source>leave out matrices whose shorter side has more values: they take long</source>
        <translation>Matrizen auslassen, deren kürzere Seite mehr Werte hat: sie dauern lange</translation>
    </message>
    <message>
        <source>how a tick&apos;s values become one; there is one a tick</source>
        <translation>wie die Werte eines Ticks zu einem werden; es gibt einen je Tick</translation>
    </message>
    <message>
        <source>share of the target that is spread over all classes</source>
        <translation>Anteil des Zielwerts, der auf alle Klassen verteilt wird</translation>
    </message>
    <message>
        <source>negative log-likelihood of outputs that are log-probabilities of classes, as LogSoftmax gives them</source>
        <translation>negative Log-Likelihood von Ausgaben, die Log-Wahrscheinlichkeiten von Klassen sind, wie LogSoftmax sie liefert</translation>
    </message>
    <message>
        <source>mean squared error</source>
        <translation>mittlerer quadratischer Fehler</translation>
    </message>
    <message>
        <source>what outputs are compared with: the data&apos;s targets, or the inputs, as an autoencoder&apos;s</source>
        <translation>womit Ausgaben verglichen werden: mit den Zielwerten der Daten oder, wie bei einem Autoencoder, mit den Eingaben</translation>
    </message>
    <message>
        <source>mean absolute error</source>
        <translation>mittlerer absoluter Fehler</translation>
    </message>
    <message>
        <source>mean absolute error, but the square of small ones</source>
        <translation>mittlerer absoluter Fehler, bei kleinen Fehlern deren Quadrat</translation>
    </message>
    <message>
        <source>errors below it are squared</source>
        <translation>kleinere Fehler werden quadriert</translation>
    </message>
    <message>
        <source>binary cross entropy of scores before the sigmoid: one for two classes, else one a class</source>
        <translation>binäre Kreuzentropie der Werte vor der Sigmoidfunktion: einer bei zwei Klassen, sonst einer je Klasse</translation>
    </message>
    <message>
        <source>what is shown beside the loss; auto: accuracy where there are classes, else mae</source>
        <translation>was neben dem Verlust gezeigt wird; auto: accuracy, wo es Klassen gibt, sonst mae</translation>
    </message>
    <message>
        <source>Adam with weights that decay by themselves (Loshchilov and Hutter, 2019)</source>
        <translation>Adam mit eigenem Zerfall der Gewichte (Loshchilov und Hutter, 2019)</translation>
    </message>
    <message>
        <source>share of the learning rate by which weights shrink in a step</source>
        <translation>Anteil der Lernrate, um den Gewichte in einem Schritt schrumpfen</translation>
    </message>
    <message>
        <source>RMSprop (Hinton, 2012)</source>
        <translation>RMSprop (Hinton, 2012)</translation>
    </message>
    <message>
        <source>divide by the deviation, not the root of the square</source>
        <translation>durch die Standardabweichung teilen statt durch die Wurzel des Quadrats</translation>
    </message>
    <message>
        <source>Adagrad (Duchi and others, 2011)</source>
        <translation>Adagrad (Duchi und andere, 2011)</translation>
    </message>
    <message>
        <source>how fast the learning rate falls: lr / (1 + step × this)</source>
        <translation>wie schnell die Lernrate fällt: lr / (1 + Schritt × dies)</translation>
    </message>
    <message>
        <source>how the learning rate changes</source>
        <translation>wie sich die Lernrate ändert</translation>
    </message>
    <message>
        <source>the optimizer&apos;s learning rate throughout</source>
        <translation>durchweg die Lernrate des Optimierers</translation>
    </message>
    <message>
        <source>a rise, then the optimizer&apos;s learning rate</source>
        <translation>ein Anstieg, dann die Lernrate des Optimierers</translation>
    </message>
    <message>
        <source>steps in which the rate rises from near 0 to the optimizer&apos;s</source>
        <translation>Schritte, in denen die Rate von fast 0 auf die des Optimierers steigt</translation>
    </message>
    <message>
        <source>a fall by a factor every so many epochs</source>
        <translation>ein Abfall um einen Faktor alle so viele Epochen</translation>
    </message>
    <message>
        <source>epochs from one fall to the next</source>
        <translation>Epochen von einem Abfall zum nächsten</translation>
    </message>
    <message>
        <source>what the rate is multiplied by</source>
        <translation>womit die Rate multipliziert wird</translation>
    </message>
    <message>
        <source>half a cosine from the optimizer&apos;s rate at the start to the least at the end of the training</source>
        <translation>ein halber Kosinus von der Rate des Optimierers am Anfang zur kleinsten am Ende des Trainings</translation>
    </message>
    <message>
        <source>the rate at the end</source>
        <translation>die Rate am Ende</translation>
    </message>
    <message>
        <source>a fall by a factor when the validation loss (without one, the training loss) no longer falls</source>
        <translation>ein Abfall um einen Faktor, wenn der Validierungsverlust (ohne ihn der Trainingsverlust) nicht mehr fällt</translation>
    </message>
    <message>
        <source>epochs without a better loss before the rate falls</source>
        <translation>Epochen ohne besseren Verlust, bevor die Rate fällt</translation>
    </message>
    <message>
        <source>share by which a loss must be less to count as better</source>
        <translation>Anteil, um den ein Verlust kleiner sein muss, um als besser zu gelten</translation>
    </message>
    <message>
        <source>the rate falls no further</source>
        <translation>weiter fällt die Rate nicht</translation>
    </message>
    <message>
        <source>what is done to large gradients before each step</source>
        <translation>was vor jedem Schritt mit großen Gradienten geschieht</translation>
    </message>
    <message>
        <source>gradients as they are</source>
        <translation>Gradienten, wie sie sind</translation>
    </message>
    <message>
        <source>scale the gradients of a step down where the norm of all of them exceeds a limit</source>
        <translation>die Gradienten eines Schritts verkleinern, wenn die Norm aller zusammen eine Grenze überschreitet</translation>
    </message>
    <message>
        <source>the largest norm</source>
        <translation>die größte Norm</translation>
    </message>
    <message>
        <source>cut each gradient value at a limit</source>
        <translation>jeden Gradientenwert an einer Grenze abschneiden</translation>
    </message>
    <message>
        <source>the largest value, positive or negative</source>
        <translation>der größte Wert, positiv oder negativ</translation>
    </message>
    <message>
        <source>what computes; auto: a CUDA device if there is one</source>
        <translation>womit gerechnet wird; auto: ein CUDA-Gerät, wenn es eines gibt</translation>
    </message>
    <message>
        <source>what a training that was stopped goes on from</source>
        <translation>wovon ein angehaltenes Training weitergeht</translation>
    </message>
    <message>
        <source>write one at the end of every so many epochs; 0: at none</source>
        <translation>einen am Ende jeder so vielten Epoche schreiben; 0: keinen</translation>
    </message>
    <message>
        <source>but none until the last one is so many seconds old</source>
        <translation>aber erst, wenn der letzte so viele Sekunden alt ist</translation>
    </message>
    <message>
        <source>also when the training is stopped</source>
        <translation>auch, wenn das Training angehalten wird</translation>
    </message>
    <message>
        <source>a table as CSV, gzipped or not: one row per sample, with a column for the target</source>
        <translation>eine Tabelle als CSV, auch mit gzip gepackt: je Beispiel eine Zeile, mit einer Spalte für das Ziel</translation>
    </message>
    <message>
        <source>the table, relative to the experiment&apos;s folder</source>
        <translation>die Tabelle, relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>whether the target is a class or a number</source>
        <translation>ob das Ziel eine Klasse oder eine Zahl ist</translation>
    </message>
    <message>
        <source>columns of names, each of which becomes a column of 0 and 1</source>
        <translation>Spalten mit Namen, von denen jeder eine Spalte aus 0 und 1 wird</translation>
    </message>
    <message>
        <source>columns to leave out, by name or number</source>
        <translation>Spalten, die wegbleiben, nach Name oder Nummer</translation>
    </message>
    <message>
        <source>whether the first line names the columns</source>
        <translation>ob die erste Zeile die Spalten benennt</translation>
    </message>
    <message>
        <source>what parts the cells</source>
        <translation>was die Zellen trennt</translation>
    </message>
    <message>
        <source>lines before the table</source>
        <translation>Zeilen vor der Tabelle</translation>
    </message>
    <message>
        <source>rows with missing values: an error, or left out</source>
        <translation>Zeilen mit fehlenden Werten: ein Fehler, oder sie bleiben weg</translation>
    </message>
    <message>
        <source>share of the samples that validates, drawn by the seed</source>
        <translation>Anteil der Beispiele, der validiert, durch den Seed ausgelost</translation>
    </message>
    <message>
        <source>classes: every class is divided by the same share</source>
        <translation>Klassen: jede wird im selben Verhältnis geteilt</translation>
    </message>
    <message>
        <source>standard: each column to mean 0 and deviation 1; minmax: to 0 ... 1; computed from the training part alone</source>
        <translation>standard: jede Spalte auf Mittel 0 und Abweichung 1; minmax: auf 0 ... 1; nach dem Trainingsteil allein</translation>
    </message>
    <message>
        <source>regression: targets to mean 0 and deviation 1, so that a loss of 1 is that of predicting the mean</source>
        <translation>Regression: Ziele auf Mittel 0 und Abweichung 1, sodass ein Verlust von 1 dem entspricht, immer das Mittel zu sagen</translation>
    </message>
    <message>
        <source>samples and targets in IDX files, as in MNIST, gzipped or not</source>
        <translation>Beispiele und Ziele in IDX-Dateien wie bei MNIST, auch mit gzip gepackt</translation>
    </message>
    <message>
        <source>the samples: an IDX file of any type, relative to the experiment&apos;s folder</source>
        <translation>die Beispiele: eine IDX-Datei beliebigen Typs, relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>what is to be predicted of each sample: likewise</source>
        <translation>was von jedem Beispiel zu sagen ist: ebenso</translation>
    </message>
    <message>
        <source>the samples that validate; empty: a share of the others</source>
        <translation>die Beispiele, die validieren; leer: ein Anteil der anderen</translation>
    </message>
    <message>
        <source>their targets</source>
        <translation>ihre Ziele</translation>
    </message>
    <message>
        <source>what targets are: class numbers, or numbers; auto: whole-number types are classes</source>
        <translation>was die Ziele sind: Klassennummern oder Zahlen; auto: ganzzahlige Typen sind Klassen</translation>
    </message>
    <message>
        <source>standard: each channel or column to mean 0 and deviation 1; minmax: to 0 ... 1; computed from the training part alone</source>
        <translation>standard: jeden Kanal oder jede Spalte auf Mittel 0 und Abweichung 1; minmax: auf 0 ... 1; nach dem Trainingsteil allein</translation>
    </message>
    <message>
        <source>CIFAR-10 in its binary version: 50,000 + 10,000 pictures, 3x32x32, 10 classes</source>
        <translation>CIFAR-10 in der binären Fassung: 50.000 + 10.000 Bilder, 3x32x32, 10 Klassen</translation>
    </message>
    <message>
        <source>folder of data_batch_1.bin to test_batch.bin, relative to the experiment&apos;s</source>
        <translation>Ordner von data_batch_1.bin bis test_batch.bin, relativ zu dem des Experiments</translation>
    </message>
    <message>
        <source>standard: each channel to mean 0 and deviation 1; minmax: to 0 ... 1; computed from the training part alone</source>
        <translation>standard: jeden Kanal auf Mittel 0 und Abweichung 1; minmax: auf 0 ... 1; nach dem Trainingsteil allein</translation>
    </message>
    <message>
        <source>samples and targets as NumPy saves arrays; int64 samples are tokens and stay as they are</source>
        <translation>Beispiele und Ziele, wie NumPy Felder sichert; Beispiele in int64 sind Token und bleiben, wie sie sind</translation>
    </message>
    <message>
        <source>an .npz archive, relative to the experiment&apos;s folder; empty: each array is an .npy file</source>
        <translation>ein .npz-Archiv, relativ zum Ordner des Experiments; leer: jedes Feld ist eine .npy-Datei</translation>
    </message>
    <message>
        <source>where the channels of pictures stand; auto: last if there are 1 or 3 there and not where the first would be</source>
        <translation>wo die Kanäle von Bildern stehen; auto: zuletzt, wenn dort 1 oder 3 sind und vorn nicht</translation>
    </message>
    <message>
        <source>the samples: an .npy file, or the name of an array of the archive</source>
        <translation>die Beispiele: eine .npy-Datei oder der Name eines Feldes im Archiv</translation>
    </message>
    <message>
        <source>PNG and JPEG, one folder per class, optionally within folders train and val, validation or test</source>
        <translation>PNG und JPEG, je Klasse ein Ordner, auch in Ordnern train und val, validation oder test</translation>
    </message>
    <message>
        <source>the folder of these folders, relative to the experiment&apos;s</source>
        <translation>der Ordner dieser Ordner, relativ zu dem des Experiments</translation>
    </message>
    <message>
        <source>channels of the pictures: three, or one</source>
        <translation>Kanäle der Bilder: drei oder einer</translation>
    </message>
    <message>
        <source>side of the square that every picture is stretched to; 0: all have one size already</source>
        <translation>Seite des Quadrats, auf das jedes Bild gedehnt wird; 0: alle haben schon eine Größe</translation>
    </message>
    <message>
        <source>share of the pictures that validates, drawn by the seed, unless there is a folder for it</source>
        <translation>Anteil der Bilder, der validiert, durch den Seed ausgelost, wenn es keinen Ordner dafür gibt</translation>
    </message>
    <message>
        <source>a model from PyTorch, as torch.jit.script or torch.jit.trace saved it</source>
        <translation>ein Modell aus PyTorch, wie torch.jit.script oder torch.jit.trace es gespeichert hat</translation>
    </message>
    <message>
        <source>the TorchScript file, which is a program that is run, relative to the experiment&apos;s folder</source>
        <translation>die TorchScript-Datei, ein Programm, das ausgeführt wird; relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>a shared library with models and a training step of its own, see resources/own-loop/plugin.cpp</source>
        <translation>eine Bibliothek mit eigenen Modellen und eigenem Trainingsschritt, siehe resources/own-loop/plugin.cpp</translation>
    </message>
    <message>
        <source>the library, relative to the experiment&apos;s folder</source>
        <translation>die Bibliothek, relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>the data set of the model&apos;s plug-in</source>
        <translation>der Datensatz aus dem Plug-in des Modells</translation>
    </message>
    <message>
        <source>a table of the same columns that validates; empty: a share of the rows</source>
        <translation>eine Tabelle derselben Spalten, die validiert; leer: ein Anteil der Zeilen</translation>
    </message>
    <message>
        <source>column to be predicted, several for a regression of several numbers: its name, or its number from 0 or, -1, from the end</source>
        <translation>Spalte, die zu sagen ist, mehrere für eine Regression mehrerer Zahlen: ihr Name oder ihre Nummer ab 0 oder, -1, vom Ende</translation>
    </message>
    <message>
        <source>linear layers of leaky integrate-and-fire neurons; an input is a current that flows for some steps of time</source>
        <translation>lineare Schichten aus Leaky-integrate-and-fire-Neuronen; eine Eingabe ist ein Strom, der einige Zeitschritte lang fließt</translation>
    </message>
    <message>
        <source>neurons of each hidden layer</source>
        <translation>Neuronen jeder verborgenen Schicht</translation>
    </message>
    <message>
        <source>steps of time that an input flows</source>
        <translation>Zeitschritte, die eine Eingabe lang fließt</translation>
    </message>
    <message>
        <source>what a step of time leaves of a membrane&apos;s voltage</source>
        <translation>was ein Zeitschritt von der Spannung einer Membran übrig lässt</translation>
    </message>
    <message>
        <source>voltage at which a neuron spikes, and by which it falls then</source>
        <translation>Spannung, bei der ein Neuron feuert und um die sie dann fällt</translation>
    </message>
    <message>
        <source>how narrow the surrogate gradient of a spike is: 1 / (1 + slope·|distance to the threshold|)²</source>
        <translation>wie schmal der Ersatzgradient eines Spikes ist: 1 / (1 + slope·|Abstand zur Schwelle|)²</translation>
    </message>
    <message>
        <source>attributes and outputs to follow, each with a history</source>
        <translation>Attribute und Ausgaben, die verfolgt werden, jeweils mit ihrem Verlauf</translation>
    </message>
    <message>
        <source>a parameter or buffer as a forward leaves it, or finds it</source>
        <translation>ein Parameter oder Puffer, wie ein Vorwärtsdurchlauf ihn hinterlässt oder vorfindet</translation>
    </message>
    <message>
        <source>whether the monitor is on when training starts</source>
        <translation>ob der Monitor zu Beginn des Trainings eingeschaltet ist</translation>
    </message>
    <message>
        <source>what its plot is called; empty: derived from what is watched</source>
        <translation>wie sein Diagramm heißt; leer: nach dem, was beobachtet wird</translation>
    </message>
    <message>
        <source>the module whose forward it looks at, by its dotted name; empty: the whole model</source>
        <translation>das Modul, dessen Vorwärtsdurchlauf er beobachtet, mit Punkten im Namen; leer: das ganze Modell</translation>
    </message>
    <message>
        <source>the parameter or buffer, by its dotted path from the module: running_mean, bn.weight</source>
        <translation>der Parameter oder Puffer, mit seinem Pfad vom Modul aus: running_mean, bn.weight</translation>
    </message>
    <message>
        <source>after each forward of the module, or before it</source>
        <translation>nach jedem Vorwärtsdurchlauf des Moduls oder davor</translation>
    </message>
    <message>
        <source>what is made of it over time</source>
        <translation>was mit der Zeit daraus gemacht wird</translation>
    </message>
    <message>
        <source>the observed tensor, unchanged</source>
        <translation>der beobachtete Tensor, unverändert</translation>
    </message>
    <message>
        <source>time from one observation to the next, in any unit</source>
        <translation>Zeit von einer Beobachtung zur nächsten, in beliebiger Einheit</translation>
    </message>
    <message>
        <source>one state more, so that the one exactly that long ago is there</source>
        <translation>ein Zustand mehr, sodass der von genau vor dieser Dauer noch da ist</translation>
    </message>
    <message>
        <source>write states into one block of memory again and again</source>
        <translation>Zustände immer wieder in denselben Speicherblock schreiben</translation>
    </message>
    <message>
        <source>the time since each element last met a criterion</source>
        <translation>die Zeit, seit jedes Element zuletzt ein Kriterium erfüllte</translation>
    </message>
    <message>
        <source>which values count: x &gt; 0.5, |x| &lt;= 0.001</source>
        <translation>welche Werte zählen: x &gt; 0.5, |x| &lt;= 0.001</translation>
    </message>
    <message>
        <source>the time where that never happened; from zero it runs on</source>
        <translation>die Zeit, wo das noch nie geschah; von null an läuft sie weiter</translation>
    </message>
    <message>
        <source>the exponential average α·x + (1 - α)·average</source>
        <translation>das exponentielle Mittel α·x + (1 - α)·Mittel</translation>
    </message>
    <message>
        <source>the share of what is new</source>
        <translation>der Anteil des Neuen</translation>
    </message>
    <message>
        <source>the mean of all that was observed</source>
        <translation>das Mittel aller Beobachtungen</translation>
    </message>
    <message>
        <source>rises to the amplitude at a value, and decays: only the last event counts</source>
        <translation>steigt bei einem Wert auf die Amplitude und klingt ab: nur das letzte Ereignis zählt</translation>
    </message>
    <message>
        <source>a trace falls to 37 % in so much time</source>
        <translation>in dieser Zeit fällt eine Spur auf 37 %</translation>
    </message>
    <message>
        <source>by how much a trace rises</source>
        <translation>um wie viel eine Spur steigt</translation>
    </message>
    <message>
        <source>the value that counts</source>
        <translation>der Wert, der zählt</translation>
    </message>
    <message>
        <source>how far from it values still count</source>
        <translation>wie weit davon entfernt Werte noch zählen</translation>
    </message>
    <message>
        <source>rises by the amplitude at a value, and decays: all events count</source>
        <translation>steigt bei einem Wert um die Amplitude und klingt ab: alle Ereignisse zählen</translation>
    </message>
    <message>
        <source>rises to scale · x + amplitude where a criterion is met, and decays</source>
        <translation>steigt auf scale · x + amplitude, wo ein Kriterium erfüllt ist, und klingt ab</translation>
    </message>
    <message>
        <source>the trace rises by scale · x + amplitude</source>
        <translation>die Spur steigt um scale · x + amplitude</translation>
    </message>
    <message>
        <source>rises by scale · x + amplitude where a criterion is met, and decays</source>
        <translation>steigt um scale · x + amplitude, wo ein Kriterium erfüllt ist, und klingt ab</translation>
    </message>
    <message>
        <source>rises to scale · x + amplitude where a second attribute is not zero, and decays</source>
        <translation>steigt auf scale · x + amplitude, wo ein zweites Attribut nicht null ist, und klingt ab</translation>
    </message>
    <message>
        <source>rises by scale · x + amplitude where a second attribute is not zero, and decays</source>
        <translation>steigt um scale · x + amplitude, wo ein zweites Attribut nicht null ist, und klingt ab</translation>
    </message>
    <message>
        <source>keep: values as they are; mean: their mean over the first dimension, that of the batch</source>
        <translation>keep: die Werte, wie sie sind; mean: ihr Mittel über die erste Dimension, die des Batches</translation>
    </message>
    <message>
        <source>look at training passes</source>
        <translation>Durchläufe des Trainings beobachten</translation>
    </message>
    <message>
        <source>look at validation passes</source>
        <translation>Durchläufe der Validierung beobachten</translation>
    </message>
    <message>
        <source>look before lenses and other monitors do</source>
        <translation>vor Linsen und anderen Monitoren hinsehen</translation>
    </message>
    <message>
        <source>also keep the tensor itself of every tick, to look at</source>
        <translation>auch den Tensor jedes Ticks selbst behalten, um ihn anzusehen</translation>
    </message>
    <message>
        <source>memory for recorded tensors, in MB; recording stops there, with a warning</source>
        <translation>Speicher für aufgezeichnete Tensoren, in MB; dort endet die Aufzeichnung mit einer Warnung</translation>
    </message>
    <message>
        <source>how a forward changes a parameter or buffer</source>
        <translation>wie ein Vorwärtsdurchlauf einen Parameter oder Puffer ändert</translation>
    </message>
    <message>
        <source>the input of a module</source>
        <translation>die Eingabe eines Moduls</translation>
    </message>
    <message>
        <source>the output of a module</source>
        <translation>die Ausgabe eines Moduls</translation>
    </message>
    <message>
        <source>two attributes: the first is observed where the second is not zero</source>
        <translation>zwei Attribute: das erste wird beobachtet, wo das zweite nicht null ist</translation>
    </message>
    <message>
        <source>the submodule that has them, by its dotted path; empty: the module itself</source>
        <translation>das Untermodul, das sie hat, mit seinem Pfad; leer: das Modul selbst</translation>
    </message>
    <message>
        <source>what is observed, and its condition: voltage, spikes</source>
        <translation>was beobachtet wird, und seine Bedingung: voltage, spikes</translation>
    </message>
    <message>
        <source>tensors to keep, to look at and to save</source>
        <translation>Tensoren, die behalten werden, zum Ansehen und Speichern</translation>
    </message>
    <message>
        <source>inputs of layers, before their forward pass</source>
        <translation>Eingaben von Schichten, vor ihrem Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>whether the recorder is on when training starts</source>
        <translation>ob der Rekorder zu Beginn des Trainings eingeschaltet ist</translation>
    </message>
    <message>
        <source>what it is called; empty: derived from what is recorded</source>
        <translation>wie er heißt; leer: nach dem, was aufgezeichnet wird</translation>
    </message>
    <message>
        <source>when to record</source>
        <translation>wann aufgezeichnet wird</translation>
    </message>
    <message>
        <source>every step</source>
        <translation>jeder Schritt</translation>
    </message>
    <message>
        <source>every so many steps</source>
        <translation>alle so viele Schritte</translation>
    </message>
    <message>
        <source>steps from one to the next</source>
        <translation>Schritte von einem zum nächsten</translation>
    </message>
    <message>
        <source>the samples of one class</source>
        <translation>die Beispiele einer Klasse</translation>
    </message>
    <message>
        <source>its number</source>
        <translation>ihre Nummer</translation>
    </message>
    <message>
        <source>while a plotted value meets a criterion; known when a tick ends, it holds for the next</source>
        <translation>solange ein gezeichneter Wert ein Kriterium erfüllt; am Ende eines Ticks bekannt, gilt es für den nächsten</translation>
    </message>
    <message>
        <source>the plot</source>
        <translation>das Diagramm</translation>
    </message>
    <message>
        <source>its layer; empty: the first</source>
        <translation>seine Schicht; leer: die erste</translation>
    </message>
    <message>
        <source>its line, such as mean; empty: the first</source>
        <translation>seine Linie, etwa mean; leer: die erste</translation>
    </message>
    <message>
        <source>the first sample of each batch, or whole batches</source>
        <translation>das erste Beispiel jedes Batches oder ganze Batches</translation>
    </message>
    <message>
        <source>what is made of the steps of a tick: one tensor, or with none each is kept</source>
        <translation>was aus den Schritten eines Ticks gemacht wird: ein Tensor, oder mit none wird jeder behalten</translation>
    </message>
    <message>
        <source>inputs of layers, after their forward pass</source>
        <translation>Eingaben von Schichten, nach ihrem Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>outputs of layers</source>
        <translation>Ausgaben von Schichten</translation>
    </message>
    <message>
        <source>gradients of layers&apos; inputs, only the part that flows through these layers</source>
        <translation>Gradienten der Eingaben von Schichten, nur der Teil, der durch diese Schichten fließt</translation>
    </message>
    <message>
        <source>gradients of layers&apos; outputs</source>
        <translation>Gradienten der Ausgaben von Schichten</translation>
    </message>
    <message>
        <source>module types to watch besides activations and dropout, such as Linear or Conv*</source>
        <translation>Modultypen, die außer Aktivierungen und Dropout beobachtet werden, etwa Linear oder Conv*</translation>
    </message>
    <message>
        <source>module types to watch besides activations, such as Linear or Conv*</source>
        <translation>Modultypen, die außer Aktivierungen beobachtet werden, etwa Linear oder Conv*</translation>
    </message>
    <message>
        <source>module types to watch besides these, such as Linear or Conv*</source>
        <translation>Modultypen, die außer diesen beobachtet werden, etwa Linear oder Conv*</translation>
    </message>
    <message>
        <source>names of the modules, or patterns such as encoder.*.conv?; none: all without children, of the types below</source>
        <translation>Namen der Module, oder Muster wie encoder.*.conv?; keine: alle ohne Untermodule, von den Typen unten</translation>
    </message>
    <message>
        <source>types of the modules, such as Conv2d or Conv*; none: all</source>
        <translation>Typen der Module, etwa Conv2d oder Conv*; keine: alle</translation>
    </message>
    <message>
        <source>lenses of plug-ins</source>
        <translation>Linsen aus Plug-ins</translation>
    </message>
    <message>
        <source>a lens of a plug-in</source>
        <translation>eine Linse eines Plug-ins</translation>
    </message>
    <message>
        <source>what it is called; empty: as in the plug-in</source>
        <translation>wie sie heißt; leer: wie im Plug-in</translation>
    </message>
    <message>
        <source>which lens of the plug-in</source>
        <translation>welche Linse des Plug-ins</translation>
    </message>
    <message>
        <source>the plug-in, a shared library; empty: that of the model</source>
        <translation>das Plug-in, eine Programmbibliothek; leer: das des Modells</translation>
    </message>
    <message>
        <source>what the lens is made with, as its author says</source>
        <translation>womit die Linse erzeugt wird, wie ihr Autor es angibt</translation>
    </message>
    <message>
        <source>how far back states are kept, in that unit, for a monitor&apos;s lags</source>
        <translation>wie weit zurück Zustände aufbewahrt werden, in dieser Einheit, für die Abstände eines Monitors</translation>
    </message>
    <message>
        <source>also what was so long ago, within the reducer&apos;s duration; none: the oldest, if it keeps any</source>
        <translation>auch was so lange her ist, innerhalb der Dauer des Verlaufs; keine: der älteste, falls er welche aufbewahrt</translation>
    </message>
    <message>
        <source>which input, of a module that takes several, from 0</source>
        <translation>welche Eingabe, bei einem Modul, das mehrere nimmt, ab 0</translation>
    </message>
    <message>
        <source>a sum, mean or max of the steps of a tick, or of all since the training began</source>
        <translation>eine Summe, ein Mittel oder Maximum der Schritte eines Ticks, oder aller seit Beginn des Trainings</translation>
    </message>
    <message>
        <source>which tensor that comes out, of a module that gives several, from 0: 1 is an LSTM&apos;s hidden state</source>
        <translation>welcher Tensor, der herauskommt, bei einem Modul, das mehrere ausgibt, ab 0: 1 ist der verborgene Zustand eines LSTM</translation>
    </message>
    <message>
        <source>memory that lenses may keep tensors in, to compare the next with: &quot;1 GB&quot;, or &quot;10 %&quot; of the machine&apos;s; beyond it they look at layers in turns. Empty: as much as they need</source>
        <translation>Speicher, in dem Linsen Tensoren behalten dürfen, um die nächsten damit zu vergleichen: „1 GB“ oder „10 %“ von dem der Maschine; darüber sehen sie Schichten abwechselnd an. Leer: so viel, wie sie brauchen</translation>
    </message>
    <message>
        <source>keep all values of so many last ticks; of earlier ones the run keeps the least and the greatest of every 16 ticks, of much earlier ones those of every 128. 0: keep all</source>
        <translation>von so vielen letzten Ticks alle Werte behalten; von früheren behält der Lauf den kleinsten und den größten von je 16 Ticks, von viel früheren die von je 128. 0: alle behalten</translation>
    </message>
    <message>
        <source>processes of this machine that train together, each with batch_size samples of a step</source>
        <translation>Prozesse dieses Rechners, die zusammen trainieren, jeder mit batch_size Beispielen eines Schritts</translation>
    </message>
    <message>
        <source>of several processes, also show the losses and outputs of each</source>
        <translation>bei mehreren Prozessen auch Verluste und Ausgaben jedes einzelnen zeigen</translation>
    </message>
    <message>
        <source>share of outputs in the flat part of Tanh, Sigmoid, Softmax, and of units that are there for a whole batch</source>
        <translation>Anteil der Ausgaben im flachen Teil von Tanh, Sigmoid, Softmax und der Einheiten, die einen ganzen Batch lang dort sind</translation>
    </message>
    <message>
        <source>how near to a limit that Tanh, Sigmoid, Softsign and LogSigmoid only approach an output is flat</source>
        <translation>wie nahe einer Grenze, der sich Tanh, Sigmoid, Softsign und LogSigmoid nur nähern, eine Ausgabe als flach zählt</translation>
    </message>
    <message>
        <source>a row of Softmax is flat if its entropy is below this share of that of equal shares</source>
        <translation>eine Zeile von Softmax zählt als flach, wenn ihre Entropie unter diesem Anteil derjenigen gleicher Anteile liegt</translation>
    </message>
    <message>
        <source>how a tick&apos;s shares become one value</source>
        <translation>wie die Anteile eines Ticks zu einem Wert werden</translation>
    </message>
    <message>
        <source>in the first tick that is measured, or in every one</source>
        <translation>im ersten Tick, der gemessen wird, oder in jedem</translation>
    </message>
    <message>
        <source>how many classes are counted apart; those beyond are counted together</source>
        <translation>wie viele Klassen einzeln gezählt werden; die übrigen werden zusammen gezählt</translation>
    </message>
    <message>
        <source>how values of weights, gradients and outputs are distributed, by magnitude and sign</source>
        <translation>wie Werte von Gewichten, Gradienten und Ausgaben nach Größenordnung und Vorzeichen verteilt sind</translation>
    </message>
    <message>
        <source>what is shown; weights as they are when a tick ends</source>
        <translation>was gezeigt wird; Gewichte, wie sie am Ende eines Ticks sind</translation>
    </message>
    <message>
        <source>module types whose outputs are not shown</source>
        <translation>Modultypen, deren Ausgaben nicht gezeigt werden</translation>
    </message>
    <message>
        <source>look at each so many-th gradient, and output, of a layer, from the first of a tick on</source>
        <translation>jeden so vielten Gradienten und jede so vielte Ausgabe einer Schicht ansehen, von der ersten eines Ticks an</translation>
    </message>
    <message>
        <source>rules that judge the training, and what is done about what they find</source>
        <translation>Regeln, die das Training beurteilen, und was auf ihre Befunde hin geschieht</translation>
    </message>
    <message>
        <source>findings of which rules the desktop shows; &quot;warning&quot; and &quot;problem&quot; are whatever is so severe, or more</source>
        <translation>Befunde welcher Regeln der Desktop meldet; „warning“ und „problem“ sind alle, die mindestens so schwer sind</translation>
    </message>
    <message>
        <source>upon which a checkpoint is written</source>
        <translation>auf welche hin ein Checkpoint geschrieben wird</translation>
    </message>
    <message>
        <source>upon which the training pauses; where nobody can go on with it, it does not</source>
        <translation>auf welche hin das Training anhält; wo niemand es fortsetzen kann, hält es nicht an</translation>
    </message>
    <message>
        <source>upon which the training is stopped</source>
        <translation>auf welche hin das Training beendet wird</translation>
    </message>
    <message>
        <source>rules that are set otherwise than by default</source>
        <translation>Regeln, die anders als in der Vorgabe eingestellt sind</translation>
    </message>
    <message>
        <source>losses, outputs, gradients or parameters became NaN or infinite; names the first of them</source>
        <translation>Verluste, Ausgaben, Gradienten oder Parameter wurden NaN oder unendlich; nennt, was zuerst kam</translation>
    </message>
    <message>
        <source>whether the rule judges</source>
        <translation>ob die Regel urteilt</translation>
    </message>
    <message>
        <source>the training loss grew and stays up</source>
        <translation>der Trainingsverlust wuchs und bleibt oben</translation>
    </message>
    <message>
        <source>the training loss jumps for a moment</source>
        <translation>der Trainingsverlust springt für einen Moment</translation>
    </message>
    <message>
        <source>the training loss does not fall</source>
        <translation>der Trainingsverlust fällt nicht</translation>
    </message>
    <message>
        <source>the training loss fell and stands still while it is high</source>
        <translation>der Trainingsverlust fiel und steht still, solange er hoch ist</translation>
    </message>
    <message>
        <source>steps go to and fro: the learning rate is at the edge</source>
        <translation>Schritte gehen hin und her: Die Lernrate ist an der Grenze</translation>
    </message>
    <message>
        <source>steps are far too short</source>
        <translation>Schritte sind viel zu kurz</translation>
    </message>
    <message>
        <source>steps are too large or too small beside the weights</source>
        <translation>Schritte sind neben den Gewichten zu groß oder zu klein</translation>
    </message>
    <message>
        <source>gradients fade on their way to the first layers</source>
        <translation>Gradienten schwinden auf dem Weg zu den ersten Schichten</translation>
    </message>
    <message>
        <source>gradients are far too large</source>
        <translation>Gradienten sind viel zu groß</translation>
    </message>
    <message>
        <source>the gradient of a layer is zero</source>
        <translation>der Gradient einer Schicht ist null</translation>
    </message>
    <message>
        <source>a layer does not change</source>
        <translation>eine Schicht ändert sich nicht</translation>
    </message>
    <message>
        <source>units put out nothing but zero</source>
        <translation>Einheiten geben nichts als null aus</translation>
    </message>
    <message>
        <source>outputs lie in the flat part of their activation</source>
        <translation>Ausgaben liegen im flachen Teil ihrer Aktivierung</translation>
    </message>
    <message>
        <source>outputs of a layer lie in ever fewer directions</source>
        <translation>Ausgaben einer Schicht liegen in immer weniger Richtungen</translation>
    </message>
    <message>
        <source>inputs are far from zero, or far from a deviation of 1</source>
        <translation>Eingaben sind weit von null oder weit von einer Standardabweichung von 1</translation>
    </message>
    <message>
        <source>nearly all gradients are clipped, and most of them is lost</source>
        <translation>fast alle Gradienten werden gekappt, und das meiste davon geht verloren</translation>
    </message>
    <message>
        <source>batch normalisation has too few samples for its statistics</source>
        <translation>Batch-Normierung hat zu wenige Beispiele für ihre Statistiken</translation>
    </message>
    <message>
        <source>the validation loss rises while the training loss falls</source>
        <translation>der Validierungsverlust steigt, während der Trainingsverlust fällt</translation>
    </message>
    <message>
        <source>validation is no better than guessing</source>
        <translation>Validierung ist nicht besser als Raten</translation>
    </message>
    <message>
        <source>the model is much worse in training than in validation</source>
        <translation>das Modell ist im Training viel schlechter als in der Validierung</translation>
    </message>
    <message>
        <source>processes that train one model have different parameters</source>
        <translation>Prozesse, die ein Modell trainieren, haben verschiedene Parameter</translation>
    </message>
    <message>
        <source>how far each optimizer step moves each weight, as a share of its norm</source>
        <translation>wie weit jeder Optimizer-Schritt jedes Gewicht bewegt, als Anteil seiner Norm</translation>
    </message>
    <message>
        <source>the share of signal in each gradient, and the largest useful batch size</source>
        <translation>der Anteil des Signals in jedem Gradienten, und die größte nützliche Größe eines Batches</translation>
    </message>
    <message>
        <source>samples that a step&apos;s gradient is the mean of, in all processes; 0: those of the experiment</source>
        <translation>Beispiele, über die der Gradient eines Schritts gemittelt ist, in allen Prozessen; 0: die des Experiments</translation>
    </message>
    <message>
        <source>logarithmic scale for the noise scale</source>
        <translation>logarithmische Skala für die Rauschskala</translation>
    </message>
    <message>
        <source>over how many dimensions weights and outputs spread, once a tick</source>
        <translation>auf wie viele Dimensionen sich Gewichte und Ausgaben verteilen, einmal je Tick</translation>
    </message>
    <message>
        <source>also the effective rank, which takes all singular values; the stable rank takes the greatest</source>
        <translation>auch der effektive Rang, der alle Singulärwerte braucht; der stabile Rang braucht den größten</translation>
    </message>
    <message>
        <source>also the outputs of the last batch of a tick, a row each sample</source>
        <translation>auch die Ausgaben des letzten Batches eines Ticks, eine Zeile je Beispiel</translation>
    </message>
    <message>
        <source>at most so many rows and columns of an output, evenly spaced</source>
        <translation>höchstens so viele Zeilen und Spalten einer Ausgabe, gleichmäßig verteilt</translation>
    </message>
    <message>
        <source>weights begin so that outputs grow or fade from layer to layer, or units are alike</source>
        <translation>Gewichte beginnen so, dass Ausgaben von Schicht zu Schicht wachsen oder schwinden oder Einheiten gleich sind</translation>
    </message>
    <message>
        <source>batch normalisation evaluates with other statistics than it trains with</source>
        <translation>Batch-Normierung wertet mit anderen Statistiken aus, als sie trainiert</translation>
    </message>
    <message>
        <source>cross entropy is given probabilities</source>
        <translation>die Kreuzentropie bekommt Wahrscheinlichkeiten</translation>
    </message>
    <message>
        <source>the training waits for its data</source>
        <translation>das Training wartet auf seine Daten</translation>
    </message>
    <message>
        <source>the model&apos;s training data and predictions, and the share of the time spent waiting for data</source>
        <translation>Trainingsdaten und Vorhersagen des Modells, und der Anteil der Zeit, in der es auf Daten wartet</translation>
    </message>
    <message>
        <source>the distance between the running statistics of batch normalisation, used in evaluation, and the statistics of batches</source>
        <translation>der Abstand zwischen den laufenden Statistiken der Batch-Normierung, die die Auswertung benutzt, und den Statistiken der Batches</translation>
    </message>
    <message>
        <source>targets of a regression are far from zero, or far from a deviation of 1</source>
        <translation>Zielwerte einer Regression liegen weit von null oder haben eine Standardabweichung weit von 1</translation>
    </message>
    <message>
        <source>the model predicts one class nearly always, or is no better than that</source>
        <translation>das Modell sagt fast immer eine Klasse voraus oder ist nicht besser als das</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>as in the files</source>
        <translation>wie in den Dateien</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>share of training time that lenses may take: they measure as many steps as fit, at first some more, so that short trainings have values; 0: every step</source>
        <translation>Anteil der Trainingszeit, den Linsen nehmen dürfen: Sie messen so viele Schritte, wie hineinpassen, am Anfang einige mehr, damit kurze Trainings Werte haben; 0: jeden Schritt</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>unbegrenzt</translation>
    </message>
    <message>
        <source>show saturated outputs and units of Tanh, Sigmoid, Softsign, LogSigmoid and Hardtanh, which are hardly ever 0, instead; without effect if parity is on</source>
        <translation>stattdessen gesättigte Ausgaben und Einheiten von Tanh, Sigmoid, Softsign, LogSigmoid und Hardtanh zeigen, die kaum je 0 sind; ohne Wirkung, wenn „Wie monitorch“ an ist</translation>
    </message>
    <message>
        <source>as in the experiment</source>
        <translation>wie im Experiment</translation>
    </message>
    <message>
        <source>The loss that the training minimises, of the training and of the validation.</source>
        <translation>Der Verlust, den das Training minimiert, im Training und in der Validierung.</translation>
    </message>
    <message>
        <source>that of the loss function</source>
        <translation>die der Verlustfunktion</translation>
    </message>
    <message>
        <source>Both lines should fall. A validation loss that rises while the training loss falls means overfitting. Jumps often mean a learning rate that is too high.</source>
        <translation>Beide Linien sollten fallen. Steigt der Validierungsverlust, während der Trainingsverlust fällt, ist das Überanpassung. Sprünge bedeuten oft eine zu hohe Lernrate.</translation>
    </message>
    <message>
        <source>The metrics of the training and of the validation, for example the accuracy.</source>
        <translation>Die Metriken des Trainings und der Validierung, zum Beispiel die Genauigkeit.</translation>
    </message>
    <message>
        <source>that of each metric; an accuracy is a share, 0 to 1</source>
        <translation>die jeder Metrik; eine Genauigkeit ist ein Anteil, 0 bis 1</translation>
    </message>
    <message>
        <source>Compare the line of the validation with that of the training: a growing gap means overfitting.</source>
        <translation>Vergleichen Sie die Linie der Validierung mit der des Trainings: Ein wachsender Abstand bedeutet Überanpassung.</translation>
    </message>
    <message>
        <source>The loss and the metrics of the training and of the validation in one plot.</source>
        <translation>Verlust und Metriken des Trainings und der Validierung in einem Diagramm.</translation>
    </message>
    <message>
        <source>that of each line</source>
        <translation>die jeder Linie</translation>
    </message>
    <message>
        <source>Losses should fall and accuracies rise. A growing gap between training and validation means overfitting.</source>
        <translation>Verluste sollten fallen, Genauigkeiten steigen. Ein wachsender Abstand zwischen Training und Validierung bedeutet Überanpassung.</translation>
    </message>
    <message>
        <source>The learning rate of the last step of each tick. Recorded if the training has a schedule.</source>
        <translation>Die Lernrate des letzten Schritts jedes Ticks. Aufgezeichnet, wenn das Training einen Zeitplan hat.</translation>
    </message>
    <message>
        <source>none: a factor of each update</source>
        <translation>keine: ein Faktor jeder Aktualisierung</translation>
    </message>
    <message>
        <source>Compare changes of the loss with changes of this line. A rate that you set by hand is a flag on the x axis.</source>
        <translation>Vergleichen Sie Änderungen des Verlusts mit Änderungen dieser Linie. Eine von Hand gesetzte Rate ist eine Flagge auf der x-Achse.</translation>
    </message>
    <message>
        <source>The share of output values of each layer that are not zero, and the share of dead units: units that are zero for a whole batch.</source>
        <translation>Der Anteil der Ausgabewerte jeder Schicht, die nicht null sind, und der Anteil toter Einheiten: Einheiten, die für einen ganzen Batch null sind.</translation>
    </message>
    <message>
        <source>activation = mean(|y| &gt; ε)   death = mean over units(all |y| ≤ ε)</source>
        <translation>Aktivierung = Mittel(|y| &gt; ε)   Tod = Mittel über Einheiten(alle |y| ≤ ε)</translation>
    </message>
    <message>
        <source>share, 0 to 1</source>
        <translation>Anteil, 0 bis 1</translation>
    </message>
    <message>
        <source>A ReLU layer often has an activation rate around 0.5. A death rate that grows means that units stopped learning: lower the learning rate or change the initialisation. The rate is 1 for activations that are never zero.</source>
        <translation>Eine ReLU-Schicht hat oft eine Aktivierungsrate um 0,5. Eine wachsende Sterberate bedeutet, dass Einheiten nicht mehr lernen: Senken Sie die Lernrate oder ändern Sie die Initialisierung. Bei Aktivierungen, die nie null sind, ist die Rate 1.</translation>
    </message>
    <message>
        <source>The lowest activation rate and the highest death rate of all layers.</source>
        <translation>Die niedrigste Aktivierungsrate und die höchste Sterberate aller Schichten.</translation>
    </message>
    <message>
        <source>worst activation = min over layers   worst death = max over layers</source>
        <translation>schlechteste Aktivierung = Min über Schichten   schlechtester Tod = Max über Schichten</translation>
    </message>
    <message>
        <source>One look at the whole model: if the death rate comes near 1, find the layer in Output Activations.</source>
        <translation>Ein Blick auf das ganze Modell: Nähert sich die Sterberate 1, suchen Sie die Schicht in den Ausgabeaktivierungen.</translation>
    </message>
    <message>
        <source>The norm of each sample&apos;s output of a layer, averaged over the batch.</source>
        <translation>Die Norm der Ausgabe einer Schicht für jedes Beispiel, gemittelt über den Batch.</translation>
    </message>
    <message>
        <source>mean over samples of ‖y‖₂ = √Σ y²</source>
        <translation>Mittel über Beispiele von ‖y‖₂ = √Σ y²</translation>
    </message>
    <message>
        <source>that of the layer&apos;s output</source>
        <translation>die der Ausgabe der Schicht</translation>
    </message>
    <message>
        <source>Norms of one order of magnitude in all layers are healthy. Norms that grow from layer to layer, or in time, precede a loss that explodes; norms near 0 mean that the signal is lost.</source>
        <translation>Normen einer Größenordnung in allen Schichten sind gesund. Normen, die von Schicht zu Schicht oder mit der Zeit wachsen, gehen einem explodierenden Verlust voraus; Normen nahe 0 bedeuten, dass das Signal verloren geht.</translation>
    </message>
    <message>
        <source>The output norm of each layer as a share of the sum over all layers.</source>
        <translation>Die Ausgabenorm jeder Schicht als Anteil an der Summe über alle Schichten.</translation>
    </message>
    <message>
        <source>‖y of the layer‖ / Σ ‖y of all layers‖</source>
        <translation>‖y der Schicht‖ / Σ ‖y aller Schichten‖</translation>
    </message>
    <message>
        <source>Bands of equal height mean layers of equal norm. A band that widens shows the layer whose outputs grow.</source>
        <translation>Gleich hohe Bänder bedeuten Schichten gleicher Norm. Ein Band, das breiter wird, zeigt die Schicht, deren Ausgaben wachsen.</translation>
    </message>
    <message>
        <source>The norm of the gradient of the loss with respect to each layer&apos;s output.</source>
        <translation>Die Norm des Gradienten des Verlusts nach der Ausgabe jeder Schicht.</translation>
    </message>
    <message>
        <source>‖∂L/∂y‖₂</source>
        <translation>‖∂L/∂y‖₂</translation>
    </message>
    <message>
        <source>loss per unit of the output</source>
        <translation>Verlust pro Einheit der Ausgabe</translation>
    </message>
    <message>
        <source>The norms show how the gradient flows backwards through the model. If they shrink by orders of magnitude towards the first layers, gradients vanish; if they grow, gradients explode.</source>
        <translation>Die Normen zeigen, wie der Gradient rückwärts durch das Modell fließt. Schrumpfen sie zu den ersten Schichten hin um Größenordnungen, verschwinden die Gradienten; wachsen sie, explodieren sie.</translation>
    </message>
    <message>
        <source>The cosine between the gradients of a layer&apos;s output in consecutive steps.</source>
        <translation>Der Kosinus zwischen den Gradienten der Ausgabe einer Schicht in aufeinanderfolgenden Schritten.</translation>
    </message>
    <message>
        <source>⟨g, g′⟩ / (‖g‖ · ‖g′‖), with g′ of the step before</source>
        <translation>⟨g, g′⟩ / (‖g‖ · ‖g′‖), mit g′ des Schritts davor</translation>
    </message>
    <message>
        <source>none: a cosine, −1 to 1</source>
        <translation>keine: ein Kosinus, −1 bis 1</translation>
    </message>
    <message>
        <source>Around 0: steps have little in common, which is usual for small batches. Near 1: steps agree, a larger learning rate may be possible. Below 0: steps cancel each other, the learning rate is probably too high.</source>
        <translation>Um 0: Schritte haben wenig gemein, üblich bei kleinen Batches. Nahe 1: Schritte stimmen überein, eine höhere Lernrate ist vielleicht möglich. Unter 0: Schritte heben einander auf, die Lernrate ist wahrscheinlich zu hoch.</translation>
    </message>
    <message>
        <source>The norm of the gradient of the loss with respect to each parameter.</source>
        <translation>Die Norm des Gradienten des Verlusts nach jedem Parameter.</translation>
    </message>
    <message>
        <source>‖∂L/∂θ‖₂</source>
        <translation>‖∂L/∂θ‖₂</translation>
    </message>
    <message>
        <source>loss per unit of the parameter</source>
        <translation>Verlust pro Einheit des Parameters</translation>
    </message>
    <message>
        <source>Norms near 0 mean that a layer does not learn. Norms that rise suddenly precede jumps of the loss; clip gradients or lower the learning rate. Compare layers on a logarithmic scale.</source>
        <translation>Normen nahe 0 bedeuten, dass eine Schicht nicht lernt. Plötzlich steigende Normen gehen Sprüngen des Verlusts voraus; begrenzen Sie Gradienten oder senken Sie die Lernrate. Vergleichen Sie Schichten auf einer logarithmischen Skala.</translation>
    </message>
    <message>
        <source>The cosine between the gradients of a parameter in consecutive steps.</source>
        <translation>Der Kosinus zwischen den Gradienten eines Parameters in aufeinanderfolgenden Schritten.</translation>
    </message>
    <message>
        <source>Around 0: noise of the batches dominates. Near 1: gradients agree. Below 0: steps overshoot, the learning rate is probably too high.</source>
        <translation>Um 0: Das Rauschen der Batches überwiegt. Nahe 1: Gradienten stimmen überein. Unter 0: Schritte schießen über, die Lernrate ist wahrscheinlich zu hoch.</translation>
    </message>
    <message>
        <source>The share of gradient values of each parameter that are not zero, and the share of neurons without any gradient.</source>
        <translation>Der Anteil der Gradientenwerte jedes Parameters, die nicht null sind, und der Anteil der Neuronen ohne jeden Gradienten.</translation>
    </message>
    <message>
        <source>activation = mean(|g| &gt; ε)   death = mean over rows(all |g| ≤ ε)</source>
        <translation>Aktivierung = Mittel(|g| &gt; ε)   Tod = Mittel über Zeilen(alle |g| ≤ ε)</translation>
    </message>
    <message>
        <source>Neurons without a gradient do not learn. A death rate near 1 means that the layer is cut off from the loss.</source>
        <translation>Neuronen ohne Gradienten lernen nicht. Eine Sterberate nahe 1 bedeutet, dass die Schicht vom Verlust abgeschnitten ist.</translation>
    </message>
    <message>
        <source>The lowest share of gradients that are not zero, and the highest share of neurons without a gradient, of all layers.</source>
        <translation>Der niedrigste Anteil von Gradienten, die nicht null sind, und der höchste Anteil von Neuronen ohne Gradienten, über alle Schichten.</translation>
    </message>
    <message>
        <source>One look at the whole model: if the death rate rises, find the layer in the plots of gradient activation.</source>
        <translation>Ein Blick auf das ganze Modell: Steigt die Sterberate, suchen Sie die Schicht in den Diagrammen der Gradientenaktivierung.</translation>
    </message>
    <message>
        <source>The norm of each parameter at the end of a tick.</source>
        <translation>Die Norm jedes Parameters am Ende eines Ticks.</translation>
    </message>
    <message>
        <source>‖θ‖₂ = √Σ θ²</source>
        <translation>‖θ‖₂ = √Σ θ²</translation>
    </message>
    <message>
        <source>that of the parameter</source>
        <translation>die des Parameters</translation>
    </message>
    <message>
        <source>A slow rise or a plateau is usual. A steep, lasting rise suggests more weight decay or a lower learning rate; a fall towards 0 suggests too much weight decay.</source>
        <translation>Ein langsamer Anstieg oder ein Plateau ist üblich. Ein steiler, andauernder Anstieg spricht für mehr Weight Decay oder eine niedrigere Lernrate, ein Fall gegen 0 für zu viel Weight Decay.</translation>
    </message>
    <message>
        <source>The norm of each layer&apos;s parameter as a share of the sum over all layers.</source>
        <translation>Die Norm des Parameters jeder Schicht als Anteil an der Summe über alle Schichten.</translation>
    </message>
    <message>
        <source>‖θ of the layer‖ / Σ ‖θ of all layers‖</source>
        <translation>‖θ der Schicht‖ / Σ ‖θ aller Schichten‖</translation>
    </message>
    <message>
        <source>A band that widens shows the layer whose parameters grow fastest.</source>
        <translation>Ein Band, das breiter wird, zeigt die Schicht, deren Parameter am schnellsten wachsen.</translation>
    </message>
    <message>
        <source>The distance by which a step of the optimizer moves each parameter.</source>
        <translation>Die Strecke, um die ein Schritt des Optimierers jeden Parameter bewegt.</translation>
    </message>
    <message>
        <source>‖θ after − θ before‖₂</source>
        <translation>‖θ danach − θ davor‖₂</translation>
    </message>
    <message>
        <source>The norm follows the learning rate. A layer whose updates are 0 is frozen or receives no gradient.</source>
        <translation>Die Norm folgt der Lernrate. Eine Schicht mit Aktualisierungen von 0 ist eingefroren oder erhält keinen Gradienten.</translation>
    </message>
    <message>
        <source>The cosine between consecutive updates of a parameter.</source>
        <translation>Der Kosinus zwischen aufeinanderfolgenden Aktualisierungen eines Parameters.</translation>
    </message>
    <message>
        <source>⟨Δ, Δ′⟩ / (‖Δ‖ · ‖Δ′‖), with Δ′ of the step before</source>
        <translation>⟨Δ, Δ′⟩ / (‖Δ‖ · ‖Δ′‖), mit Δ′ des Schritts davor</translation>
    </message>
    <message>
        <source>Momentum keeps updates similar, so values near 1 are usual with it. Values below 0 mean that the optimizer goes back and forth: lower the learning rate.</source>
        <translation>Momentum hält Aktualisierungen ähnlich, daher sind mit ihm Werte nahe 1 üblich. Werte unter 0 bedeuten, dass der Optimierer hin- und herspringt: Senken Sie die Lernrate.</translation>
    </message>
    <message>
        <source>The smallest singular value of each weight matrix divided by the largest one.</source>
        <translation>Der kleinste Singulärwert jeder Gewichtsmatrix geteilt durch den größten.</translation>
    </message>
    <message>
        <source>σ_min / σ_max</source>
        <translation>σ_min / σ_max</translation>
    </message>
    <message>
        <source>none: a ratio, 0 to 1</source>
        <translation>keine: ein Verhältnis, 0 bis 1</translation>
    </message>
    <message>
        <source>1 is an orthogonal matrix, 0 a singular one. A fall towards 0 means that the layer loses a dimension and amplifies some directions much more than others.</source>
        <translation>1 ist eine orthogonale Matrix, 0 eine singuläre. Ein Fall gegen 0 bedeutet, dass die Schicht eine Dimension verliert und manche Richtungen viel stärker verstärkt als andere.</translation>
    </message>
    <message>
        <source>The share of outputs in the flat part of an activation such as tanh, sigmoid or softmax, and the share of units that are there for a whole batch.</source>
        <translation>Der Anteil der Ausgaben im flachen Teil einer Aktivierung wie tanh, Sigmoid oder Softmax, und der Anteil der Einheiten, die für einen ganzen Batch dort sind.</translation>
    </message>
    <message>
        <source>mean(y within the margin of a limit)</source>
        <translation>Mittel(y innerhalb der Marge einer Grenze)</translation>
    </message>
    <message>
        <source>Gradients are close to 0 where an activation is flat. A share that grows slows learning: use smaller initial weights, normalisation or a lower learning rate.</source>
        <translation>Wo eine Aktivierung flach ist, sind Gradienten nahe 0. Ein wachsender Anteil verlangsamt das Lernen: Verwenden Sie kleinere Anfangsgewichte, Normalisierung oder eine niedrigere Lernrate.</translation>
    </message>
    <message>
        <source>The highest share of saturated outputs, and of saturated units, of all layers.</source>
        <translation>Der höchste Anteil gesättigter Ausgaben und gesättigter Einheiten über alle Schichten.</translation>
    </message>
    <message>
        <source>max over layers</source>
        <translation>Max über Schichten</translation>
    </message>
    <message>
        <source>One look at the whole model: if the share comes near 1, find the layer in Output Saturation.</source>
        <translation>Ein Blick auf das ganze Modell: Nähert sich der Anteil 1, suchen Sie die Schicht in der Ausgabesättigung.</translation>
    </message>
    <message>
        <source>Mean, deviation and extremes of the model&apos;s inputs, and the share of values that are not finite.</source>
        <translation>Mittelwert, Abweichung und Extremwerte der Eingaben des Modells und der Anteil nicht endlicher Werte.</translation>
    </message>
    <message>
        <source>mean(x), σ(x), min(x), max(x)</source>
        <translation>mean(x), σ(x), min(x), max(x)</translation>
    </message>
    <message>
        <source>that of the inputs</source>
        <translation>die der Eingaben</translation>
    </message>
    <message>
        <source>Normalised inputs have a mean near 0 and a deviation near 1. Any share that is not finite is an error in the data.</source>
        <translation>Normierte Eingaben haben einen Mittelwert nahe 0 und eine Abweichung nahe 1. Jeder nicht endliche Anteil ist ein Fehler in den Daten.</translation>
    </message>
    <message>
        <source>The share of each class among the targets, or mean, deviation and extremes of other targets.</source>
        <translation>Der Anteil jeder Klasse an den Zielen, oder Mittelwert, Abweichung und Extremwerte anderer Ziele.</translation>
    </message>
    <message>
        <source>targets of a class / all targets</source>
        <translation>Ziele einer Klasse / alle Ziele</translation>
    </message>
    <message>
        <source>share, or that of the targets</source>
        <translation>Anteil, oder die der Ziele</translation>
    </message>
    <message>
        <source>Classes of equal shares make an accuracy easy to read. If one class has a share of 0.9, a model that always guesses it has an accuracy of 0.9.</source>
        <translation>Bei gleichen Anteilen ist eine Genauigkeit leicht zu lesen. Hat eine Klasse den Anteil 0,9, erreicht ein Modell, das immer sie rät, eine Genauigkeit von 0,9.</translation>
    </message>
    <message>
        <source>The share of each class among the predictions.</source>
        <translation>Der Anteil jeder Klasse an den Vorhersagen.</translation>
    </message>
    <message>
        <source>predictions of a class / all predictions</source>
        <translation>Vorhersagen einer Klasse / alle Vorhersagen</translation>
    </message>
    <message>
        <source>Compare it with Labels. One class with a share near 1 means that the model ignores its inputs.</source>
        <translation>Vergleichen Sie ihn mit den Zielen. Eine Klasse mit einem Anteil nahe 1 bedeutet, dass das Modell seine Eingaben nicht beachtet.</translation>
    </message>
    <message>
        <source>The share of the time in which the training waits for the next batch.</source>
        <translation>Der Anteil der Zeit, in der das Training auf den nächsten Batch wartet.</translation>
    </message>
    <message>
        <source>waiting time / total time</source>
        <translation>Wartezeit / Gesamtzeit</translation>
    </message>
    <message>
        <source>share of the time, 0 to 1</source>
        <translation>Anteil der Zeit, 0 bis 1</translation>
    </message>
    <message>
        <source>Near 0 is good. A larger share means that reading data is the bottleneck: load data in parallel or cache it.</source>
        <translation>Nahe 0 ist gut. Ein größerer Anteil bedeutet, dass das Lesen der Daten der Engpass ist: Laden Sie Daten parallel oder halten Sie sie im Speicher.</translation>
    </message>
    <message>
        <source>The distribution of each parameter&apos;s values at the end of a tick.</source>
        <translation>Die Verteilung der Werte jedes Parameters am Ende eines Ticks.</translation>
    </message>
    <message>
        <source>two bins per decade on either side of 0, from 1e−8 to 1e4</source>
        <translation>zwei Klassen je Zehnerpotenz auf beiden Seiten von 0, von 1e−8 bis 1e4</translation>
    </message>
    <message>
        <source>The map shows, at each tick, how many values lie at each magnitude, negative ones below zero. A distribution that shrinks towards 0, moves away from it or gains extreme values is worth a look.</source>
        <translation>Die Karte zeigt zu jedem Tick, wie viele Werte bei jeder Größe liegen, negative unter null. Eine Verteilung, die gegen 0 schrumpft, sich von 0 entfernt oder Extremwerte bekommt, verdient einen Blick.</translation>
    </message>
    <message>
        <source>The distribution of the gradient of each parameter.</source>
        <translation>Die Verteilung des Gradienten jedes Parameters.</translation>
    </message>
    <message>
        <source>The distribution of each layer&apos;s outputs.</source>
        <translation>Die Verteilung der Ausgaben jeder Schicht.</translation>
    </message>
    <message>
        <source>that of the output</source>
        <translation>die der Ausgabe</translation>
    </message>
    <message>
        <source>The distance by which a step moves each weight, as a share of the weight&apos;s norm.</source>
        <translation>Die Strecke, um die ein Schritt jedes Gewicht bewegt, als Anteil an der Norm des Gewichts.</translation>
    </message>
    <message>
        <source>‖Δθ‖ / ‖θ‖, with θ before the step</source>
        <translation>‖Δθ‖ / ‖θ‖, mit θ vor dem Schritt</translation>
    </message>
    <message>
        <source>none: a ratio</source>
        <translation>keine: ein Verhältnis</translation>
    </message>
    <message>
        <source>Around 1e−3 is usual where a training goes well. Far more: lower the learning rate. Far less: the layer hardly learns.</source>
        <translation>Um 1e−3 ist üblich, wo ein Training gut läuft. Weit mehr: Senken Sie die Lernrate. Weit weniger: Die Schicht lernt kaum.</translation>
    </message>
    <message>
        <source>The share of a gradient that consecutive batches agree on; the rest is noise of the batches.</source>
        <translation>Der Anteil eines Gradienten, in dem aufeinanderfolgende Batches übereinstimmen; der Rest ist Rauschen der Batches.</translation>
    </message>
    <message>
        <source>mean ⟨g, g′⟩ / mean ½(‖g‖² + ‖g′‖²), at least 0</source>
        <translation>Mittel ⟨g, g′⟩ / Mittel ½(‖g‖² + ‖g′‖²), mindestens 0</translation>
    </message>
    <message>
        <source>A share near 0 means that single batches say little: a larger batch or a lower learning rate helps. A share near 1 means that smaller batches would do.</source>
        <translation>Ein Anteil nahe 0 bedeutet, dass einzelne Batches wenig aussagen: Ein größerer Batch oder eine niedrigere Lernrate hilft. Ein Anteil nahe 1 bedeutet, dass kleinere Batches reichen würden.</translation>
    </message>
    <message>
        <source>The batch size at which signal and noise of the gradient are equally large.</source>
        <translation>Die Batchgröße, bei der Signal und Rauschen des Gradienten gleich groß sind.</translation>
    </message>
    <message>
        <source>batch size · (1 − share) / share</source>
        <translation>Batchgröße · (1 − Anteil) / Anteil</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Batches far larger than the noise scale make training little faster; far smaller ones waste nothing. It usually grows while the loss falls.</source>
        <translation>Batches weit über der Rauschskala machen das Training kaum schneller; weit kleinere verschwenden nichts. Sie wächst meist, während der Verlust fällt.</translation>
    </message>
    <message>
        <source>The number of dimensions over which each weight matrix spreads.</source>
        <translation>Die Anzahl der Dimensionen, über die sich jede Gewichtsmatrix verteilt.</translation>
    </message>
    <message>
        <source>exp(−Σ p ln p), with p = σ / Σ σ</source>
        <translation>exp(−Σ p ln p), mit p = σ / Σ σ</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>Dimensionen</translation>
    </message>
    <message>
        <source>At most the shorter side of the matrix. A fall means that the layer uses fewer directions.</source>
        <translation>Höchstens die kürzere Seite der Matrix. Ein Fall bedeutet, dass die Schicht weniger Richtungen nutzt.</translation>
    </message>
    <message>
        <source>The number of dimensions of each weight matrix, measured by its largest singular value.</source>
        <translation>Die Anzahl der Dimensionen jeder Gewichtsmatrix, gemessen an ihrem größten Singulärwert.</translation>
    </message>
    <message>
        <source>‖W‖²_F / σ²_max</source>
        <translation>‖W‖²_F / σ²_max</translation>
    </message>
    <message>
        <source>Never above the rank. A value near 1 means that one direction dominates the layer.</source>
        <translation>Nie über dem Rang. Ein Wert nahe 1 bedeutet, dass eine Richtung die Schicht beherrscht.</translation>
    </message>
    <message>
        <source>The number of dimensions over which the outputs of a layer spread, in the last batch of a tick.</source>
        <translation>Die Anzahl der Dimensionen, über die sich die Ausgaben einer Schicht im letzten Batch eines Ticks verteilen.</translation>
    </message>
    <message>
        <source>A low value means that different samples look alike to the layers behind: representations collapse.</source>
        <translation>Ein niedriger Wert bedeutet, dass verschiedene Beispiele für die folgenden Schichten gleich aussehen: Repräsentationen kollabieren.</translation>
    </message>
    <message>
        <source>The number of dimensions of a layer&apos;s outputs, measured by their largest singular value.</source>
        <translation>Die Anzahl der Dimensionen der Ausgaben einer Schicht, gemessen an ihrem größten Singulärwert.</translation>
    </message>
    <message>
        <source>‖Y‖²_F / σ²_max</source>
        <translation>‖Y‖²_F / σ²_max</translation>
    </message>
    <message>
        <source>A value near 1 means that all outputs point in one direction.</source>
        <translation>Ein Wert nahe 1 bedeutet, dass alle Ausgaben in eine Richtung zeigen.</translation>
    </message>
    <message>
        <source>The distance between the running statistics of batch normalisation, which the evaluation uses, and those of the first batch of a tick, in training and in evaluation.</source>
        <translation>Der Abstand zwischen den laufenden Statistiken der Batchnormierung, mit denen ausgewertet wird, und denen des ersten Batches eines Ticks, im Training und in der Auswertung.</translation>
    </message>
    <message>
        <source>Kullback–Leibler divergence of two normal distributions, mean over channels</source>
        <translation>Kullback-Leibler-Divergenz zweier Normalverteilungen, Mittel über Kanäle</translation>
    </message>
    <message>
        <source>nats</source>
        <translation>Nat</translation>
    </message>
    <message>
        <source>Near 0 is good. A large value in evaluation explains a validation that is much worse than the training: use larger batches or another momentum.</source>
        <translation>Nahe 0 ist gut. Ein großer Wert in der Auswertung erklärt eine Validierung, die viel schlechter als das Training ist: Verwenden Sie größere Batches oder ein anderes Momentum.</translation>
    </message>
    <message>
        <source>A quantity that a lens of a plug-in computes. Its author documents it.</source>
        <translation>Eine Größe, die eine Linse eines Plug-ins berechnet. Ihr Autor dokumentiert sie.</translation>
    </message>
    <message>
        <source>as its author says</source>
        <translation>wie der Autor angibt</translation>
    </message>
    <message>
        <source>Read the documentation of the plug-in.</source>
        <translation>Lesen Sie die Dokumentation des Plug-ins.</translation>
    </message>
    <message>
        <source>The share of a tick&apos;s steps that each lens measured. Lenses measure a random selection of steps if they have a budget.</source>
        <translation>Der Anteil der Schritte eines Ticks, die jede Linse gemessen hat. Linsen messen eine zufällige Auswahl von Schritten, wenn sie ein Budget haben.</translation>
    </message>
    <message>
        <source>measured steps / all steps of the tick</source>
        <translation>gemessene Schritte / alle Schritte des Ticks</translation>
    </message>
    <message>
        <source>A low share makes the numbers of a lens noisier. Raise the budget of the experiment to measure more steps.</source>
        <translation>Ein niedriger Anteil macht die Zahlen einer Linse verrauschter. Erhöhen Sie das Budget des Experiments, um mehr Schritte zu messen.</translation>
    </message>
    <message>
        <source>The time that a step takes in each process.</source>
        <translation>Die Zeit, die ein Schritt in jedem Prozess braucht.</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>The slowest process determines the speed of all. Lines that lie apart mean machines of different speed.</source>
        <translation>Der langsamste Prozess bestimmt die Geschwindigkeit aller. Linien mit Abstand bedeuten verschieden schnelle Rechner.</translation>
    </message>
    <message>
        <source>The time that each process waits for the others in a step.</source>
        <translation>Die Zeit, die jeder Prozess in einem Schritt auf die anderen wartet.</translation>
    </message>
    <message>
        <source>Fast processes wait for slow ones. Long waiting times of all processes mean a slow network.</source>
        <translation>Schnelle Prozesse warten auf langsame. Lange Wartezeiten aller Prozesse bedeuten ein langsames Netzwerk.</translation>
    </message>
    <message>
        <source>The loss of each process on its own samples.</source>
        <translation>Der Verlust jedes Prozesses auf seinen eigenen Beispielen.</translation>
    </message>
    <message>
        <source>Lines should lie close together. One that lies apart points to other data in that process.</source>
        <translation>Die Linien sollten nah beieinander liegen. Eine, die abweicht, deutet auf andere Daten in diesem Prozess hin.</translation>
    </message>
    <message>
        <source>The state of a parameter or buffer after, or before, each forward pass of its module.</source>
        <translation>Der Zustand eines Parameters oder Puffers nach oder vor jedem Vorwärtsdurchlauf seines Moduls.</translation>
    </message>
    <message>
        <source>norm(state), mean(state), min(state), max(state)</source>
        <translation>Norm(Zustand), Mittel(Zustand), Min(Zustand), Max(Zustand)</translation>
    </message>
    <message>
        <source>that of the observed tensor</source>
        <translation>die des beobachteten Tensors</translation>
    </message>
    <message>
        <source>The lines are the norm and the mean of the reducer&apos;s state, the band its least and greatest value. A jump shows the step in which the attribute changed.</source>
        <translation>Die Linien sind Norm und Mittelwert des Zustands des Reduzierers, das Band sein kleinster und größter Wert. Ein Sprung zeigt den Schritt, in dem sich das Attribut änderte.</translation>
    </message>
    <message>
        <source>The change of a parameter or buffer by each forward pass of its module.</source>
        <translation>Die Änderung eines Parameters oder Puffers durch jeden Vorwärtsdurchlauf seines Moduls.</translation>
    </message>
    <message>
        <source>The input of a module.</source>
        <translation>Die Eingabe eines Moduls.</translation>
    </message>
    <message>
        <source>The output of a module.</source>
        <translation>Die Ausgabe eines Moduls.</translation>
    </message>
    <message>
        <source>One attribute of a module, observed where a second attribute is not zero.</source>
        <translation>Ein Attribut eines Moduls, beobachtet, wo ein zweites Attribut nicht null ist.</translation>
    </message>
    <message>
        <source>kind of training that the rules assume; auto finds it from evidence in the run</source>
        <translation>Trainingsart, von der die Regeln ausgehen; auto ermittelt sie aus Anzeichen im Lauf</translation>
    </message>
    <message>
        <source>whether units are the last dimension of an output, not the second; auto: after Linear, LayerNorm, Embedding and attention</source>
        <translation>ob Einheiten die letzte Dimension einer Ausgabe sind, nicht die zweite; auto: nach Linear, LayerNorm, Embedding und Attention</translation>
    </message>
    <message>
        <source>parameters to watch, by their name in the module; *weight* is weight_ih_l0 and in_proj_weight too</source>
        <translation>beobachtete Parameter, nach ihrem Namen im Modul; *weight* ist auch weight_ih_l0 und in_proj_weight</translation>
    </message>
    <message>
        <source>moments of gradients that an optimizer such as Adam keeps, and the steps that it makes of them</source>
        <translation>Momente der Gradienten, die ein Optimierer wie Adam führt, und die Schritte, die er daraus macht</translation>
    </message>
    <message>
        <source>the first and the second moment, the update, the ratio of the squared gradient to the second moment, the effective step</source>
        <translation>das erste und das zweite Moment, die Änderung, das Verhältnis des quadrierten Gradienten zum zweiten Moment, der wirksame Schritt</translation>
    </message>
    <message>
        <source>whether units are the last dimension of an output, not the second; auto: after Linear, LayerNorm, Embedding and attention; if it is, each position, as of a text, is a row of its own</source>
        <translation>ob Einheiten die letzte Dimension einer Ausgabe sind, nicht die zweite; auto: nach Linear, LayerNorm, Embedding und Attention; falls ja, ist jede Position, etwa eines Textes, eine eigene Zeile</translation>
    </message>
    <message>
        <source>The mean gradient of each parameter that the optimizer keeps: exp_avg of Adam, or the momentum of SGD.</source>
        <translation>Der mittlere Gradient jedes Parameters, den der Optimierer führt: exp_avg von Adam oder das Momentum von SGD.</translation>
    </message>
    <message>
        <source>√mean m̂², with m̂ = m / (1 − β₁ᵗ) where the optimizer corrects the bias</source>
        <translation>√Mittel m̂², mit m̂ = m / (1 − β₁ᵗ), wo der Optimierer die Verzerrung korrigiert</translation>
    </message>
    <message>
        <source>that of the gradient; none for RMSprop, whose momentum is a mean of quotients</source>
        <translation>die des Gradienten; keine bei RMSprop, dessen Momentum ein Mittel von Quotienten ist</translation>
    </message>
    <message>
        <source>Compare it with the second moment: about as large where gradients agree for many steps, far smaller where noise of the batches dominates.</source>
        <translation>Mit dem zweiten Moment vergleichen: etwa gleich groß, wo Gradienten über viele Schritte übereinstimmen, viel kleiner, wo das Rauschen der Batches überwiegt.</translation>
    </message>
    <message>
        <source>The root of the mean squared gradient of each parameter that the optimizer keeps: exp_avg_sq of Adam, square_avg of RMSprop, sum of Adagrad.</source>
        <translation>Die Wurzel des mittleren quadrierten Gradienten jedes Parameters, den der Optimierer führt: exp_avg_sq von Adam, square_avg von RMSprop, sum von Adagrad.</translation>
    </message>
    <message>
        <source>√mean v̂, with v̂ = v / (1 − β₂ᵗ) where the optimizer corrects the bias</source>
        <translation>√Mittel v̂, mit v̂ = v / (1 − β₂ᵗ), wo der Optimierer die Verzerrung korrigiert</translation>
    </message>
    <message>
        <source>that of the gradient</source>
        <translation>die des Gradienten</translation>
    </message>
    <message>
        <source>It follows the norm of gradients with the memory of β₂. Values near ε switch the adaptive step off: lower ε.</source>
        <translation>Sie folgt der Norm der Gradienten mit dem Gedächtnis von β₂. Werte nahe ε schalten die Anpassung der Schritte ab: ε verringern.</translation>
    </message>
    <message>
        <source>The change of each parameter by a step, computed from the moments, without weight decay.</source>
        <translation>Die Änderung jedes Parameters durch einen Schritt, berechnet aus den Momenten, ohne Weight Decay.</translation>
    </message>
    <message>
        <source>Adam: √mean (η · m̂ / (√v̂ + ε))²</source>
        <translation>Adam: √Mittel (η · m̂ / (√v̂ + ε))²</translation>
    </message>
    <message>
        <source>For Adam, at most about the learning rate; as large where gradients agree, smaller where they are noise. A sudden rise precedes a loss that explodes.</source>
        <translation>Bei Adam höchstens etwa die Lernrate; so groß, wo Gradienten übereinstimmen, kleiner, wo sie Rauschen sind. Ein plötzlicher Anstieg geht einem explodierenden Verlust voraus.</translation>
    </message>
    <message>
        <source>The squared gradient of a step as a share of the second moment that divides it.</source>
        <translation>Der quadrierte Gradient eines Schritts im Verhältnis zum zweiten Moment, das ihn teilt.</translation>
    </message>
    <message>
        <source>mean of g² / max(v̂, ε²)</source>
        <translation>Mittel von g² / max(v̂, ε²)</translation>
    </message>
    <message>
        <source>Around 1 is usual. Far more means that the second moment lags behind the gradients, so that steps are too large: lower β₂ or clip gradients.</source>
        <translation>Etwa 1 ist üblich. Viel mehr heißt, dass das zweite Moment den Gradienten nachhinkt, sodass Schritte zu groß sind: β₂ verringern oder Gradienten begrenzen.</translation>
    </message>
    <message>
        <source>The learning rate of each value after the division by the second moment, averaged over the parameter.</source>
        <translation>Die Lernrate jedes Werts nach der Teilung durch das zweite Moment, gemittelt über den Parameter.</translation>
    </message>
    <message>
        <source>mean of η / (√v̂ + ε)</source>
        <translation>Mittel von η / (√v̂ + ε)</translation>
    </message>
    <message>
        <source>parameter per gradient</source>
        <translation>Parameter je Gradient</translation>
    </message>
    <message>
        <source>A rise while gradients vanish is usual. A layer that lies orders of magnitude above the others has a tiny second moment.</source>
        <translation>Ein Anstieg, während Gradienten verschwinden, ist üblich. Eine Schicht, die Größenordnungen über den anderen liegt, hat ein winziges zweites Moment.</translation>
    </message>
    <message>
        <source>low: findings take twice as much as usual; high: half as much</source>
        <translation>low: Befunde brauchen doppelt so viel wie sonst; high: halb so viel</translation>
    </message>
    <message>
        <source>the code of the training loop has a fault, such as gradients that are never cleared</source>
        <translation>der Code der Trainingsschleife hat einen Fehler, etwa Gradienten, die nie gelöscht werden</translation>
    </message>
    <message>
        <source>one part of a training step takes most of its time</source>
        <translation>ein Teil eines Trainingsschritts nimmt den größten Teil seiner Zeit</translation>
    </message>
    <message>
        <source>how long the parts of a training step take: waiting for data, forward, backward, optimizer</source>
        <translation>wie lange die Teile eines Trainingsschritts dauern: Warten auf Daten, Vorwärtslauf, Rückwärtslauf, Optimierer</translation>
    </message>
    <message>
        <source>how the machine is used: processors, memory, disks, networks, GPUs</source>
        <translation>wie der Rechner ausgelastet ist: Prozessoren, Speicher, Platten, Netze, GPUs</translation>
    </message>
    <message>
        <source>The duration of a training step, by its parts: waiting for data, as far as the loop reports it; other work before the forward; the forward; from the output to the begin of the backward; the backward; clipping and the optimizer&apos;s step. Watching is a part of all these: the cost of the lenses.</source>
        <translation>Die Dauer eines Trainingsschritts nach Teilen: Warten auf Daten, soweit die Schleife es meldet; andere Arbeit vor dem Vorwärtslauf; der Vorwärtslauf; von der Ausgabe bis zum Beginn des Rückwärtslaufs; der Rückwärtslauf; Begrenzen und der Schritt des Optimierers. Beobachten ist ein Teil von allen: die Kosten der Linsen.</translation>
    </message>
    <message>
        <source>mean over the steps of a tick</source>
        <translation>Mittel über die Schritte eines Ticks</translation>
    </message>
    <message>
        <source>seconds of the host&apos;s clock; for work on a GPU, the time to launch it and to wait for it</source>
        <translation>Sekunden der Uhr des Rechners; für Arbeit auf einer GPU die Zeit, sie zu starten und auf sie zu warten</translation>
    </message>
    <message>
        <source>The backward mostly takes twice as long as the forward, and both most of the time. Any other part that takes more than they do is worth a look.</source>
        <translation>Der Rückwärtslauf dauert meist doppelt so lange wie der Vorwärtslauf, und beide nehmen den größten Teil der Zeit. Ein anderer Teil, der länger dauert, ist einen Blick wert.</translation>
    </message>
    <message>
        <source>How busy the processors are, with any program and with this process, and how busy each GPU is.</source>
        <translation>Wie ausgelastet die Prozessoren sind, durch alle Programme und durch diesen Prozess, und wie ausgelastet jede GPU ist.</translation>
    </message>
    <message>
        <source>busy time / (time · processors) since the last tick; for a GPU, in the driver&apos;s last interval</source>
        <translation>Rechenzeit / (Zeit · Prozessoren) seit dem letzten Tick; bei einer GPU im letzten Intervall des Treibers</translation>
    </message>
    <message>
        <source>A GPU far below 1 waits for the rest of the program. Processors near 1 are shared with too many programs or threads.</source>
        <translation>Eine GPU weit unter 1 wartet auf den Rest des Programms. Prozessoren nahe 1 teilen sich zu viele Programme oder Threads.</translation>
    </message>
    <message>
        <source>Memory in use: by all programs, by this process now and at most, and on each GPU.</source>
        <translation>Belegter Speicher: von allen Programmen, von diesem Prozess jetzt und höchstens, und auf jeder GPU.</translation>
    </message>
    <message>
        <source>resident memory at the end of a tick</source>
        <translation>belegter Hauptspeicher am Ende eines Ticks</translation>
    </message>
    <message>
        <source>GB, 1e9 bytes</source>
        <translation>GB, 1e9 Bytes</translation>
    </message>
    <message>
        <source>A steady rise in a long training is a leak: often losses or outputs that are kept with their graph.</source>
        <translation>Ein stetiger Anstieg in einem langen Training ist ein Leck: oft Verluste oder Ausgaben, die mit ihrem Graphen behalten werden.</translation>
    </message>
    <message>
        <source>Bytes that this process reads from and writes to disks, and bytes that the machine receives and sends.</source>
        <translation>Bytes, die dieser Prozess von Platten liest und auf sie schreibt, und Bytes, die der Rechner empfängt und sendet.</translation>
    </message>
    <message>
        <source>bytes / time since the last tick</source>
        <translation>Bytes / Zeit seit dem letzten Tick</translation>
    </message>
    <message>
        <source>MB/s, 1e6 bytes per second</source>
        <translation>MB/s, 1e6 Bytes je Sekunde</translation>
    </message>
    <message>
        <source>Compare it with what disk and network can do. Reading in every epoch means that the data do not stay in memory.</source>
        <translation>Mit der Geschwindigkeit von Platte und Netz vergleichen. Lesen in jeder Epoche heißt, dass die Daten nicht im Speicher bleiben.</translation>
    </message>
    <message>
        <source>The temperature of each GPU.</source>
        <translation>Die Temperatur jeder GPU.</translation>
    </message>
    <message>
        <source>°C</source>
        <translation>°C</translation>
    </message>
    <message>
        <source>Above 85 to 90 °C most GPUs compute more slowly.</source>
        <translation>Über 85 bis 90 °C rechnen die meisten GPUs langsamer.</translation>
    </message>
    <message>
        <source>The electric power of each GPU.</source>
        <translation>Die elektrische Leistung jeder GPU.</translation>
    </message>
    <message>
        <source>W</source>
        <translation>W</translation>
    </message>
    <message>
        <source>Power far below the card&apos;s limit at a high load means small operations or memory-bound ones.</source>
        <translation>Eine Leistung weit unter der Grenze der Karte bei hoher Auslastung bedeutet kleine oder vom Speicher begrenzte Operationen.</translation>
    </message>
</context>
<context>
    <name>SchemaKey</name>
    <message>
        <source>format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>dataset</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>train_samples</source>
        <translation>Trainingsbeispiele</translation>
    </message>
    <message>
        <source>validation_samples</source>
        <translation>Validierungsbeispiele</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>noise</source>
        <translation>Rauschen</translation>
    </message>
    <message>
        <source>context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>validation_share</source>
        <translation>Validierungsanteil</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>Verborgene Schichten</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>Aktivierung</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Normalisierung</translation>
    </message>
    <message>
        <source>dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>channels</source>
        <translation>Kanäle</translation>
    </message>
    <message>
        <source>kernel</source>
        <translation>Kern</translation>
    </message>
    <message>
        <source>widths</source>
        <translation>Breiten</translation>
    </message>
    <message>
        <source>blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>Bias</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>Köpfe</translation>
    </message>
    <message>
        <source>width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>Optimizer</translation>
    </message>
    <message>
        <source>lr</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>momentum</source>
        <translation>Momentum</translation>
    </message>
    <message>
        <source>weight_decay</source>
        <translation>Weight Decay</translation>
    </message>
    <message>
        <source>nesterov</source>
        <translation>Nesterov</translation>
    </message>
    <message>
        <source>beta1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>beta2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>eps</source>
        <translation>Epsilon</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>Epochen</translation>
    </message>
    <message>
        <source>batch_size</source>
        <translation>Batchgröße</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>Seed</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>tick</source>
        <translation>Tick</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>every</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>active_every</source>
        <translation>Aktiv in jedem n-ten</translation>
    </message>
    <message>
        <source>evaluation_from_grad</source>
        <translation>Auswertung an Gradienten erkennen</translation>
    </message>
    <message>
        <source>lenses</source>
        <translation>Linsen</translation>
    </message>
    <message>
        <source>enabled</source>
        <translation>Eingeschaltet</translation>
    </message>
    <message>
        <source>inplace</source>
        <translation>Laufend zusammenfassen</translation>
    </message>
    <message>
        <source>metrics</source>
        <translation>Metriken</translation>
    </message>
    <message>
        <source>loss_module</source>
        <translation>Verlust-Modul</translation>
    </message>
    <message>
        <source>separate_loss_and_metrics</source>
        <translation>Verlust und Metriken trennen</translation>
    </message>
    <message>
        <source>log_scale</source>
        <translation>Logarithmische Skala</translation>
    </message>
    <message>
        <source>loss_line</source>
        <translation>Linien des Verlusts</translation>
    </message>
    <message>
        <source>loss_range</source>
        <translation>Bänder des Verlusts</translation>
    </message>
    <message>
        <source>metrics_line</source>
        <translation>Metrik-Linien</translation>
    </message>
    <message>
        <source>metrics_range</source>
        <translation>Metrik-Bänder</translation>
    </message>
    <message>
        <source>parity</source>
        <translation>Wie monitorch</translation>
    </message>
    <message>
        <source>death</source>
        <translation>Tote Einheiten</translation>
    </message>
    <message>
        <source>warning_plot</source>
        <translation>Warndiagramm</translation>
    </message>
    <message>
        <source>activation_aggregation</source>
        <translation>Aktivierung zusammenfassen</translation>
    </message>
    <message>
        <source>death_aggregation</source>
        <translation>Tote Einheiten zusammenfassen</translation>
    </message>
    <message>
        <source>include</source>
        <translation>Einschließen</translation>
    </message>
    <message>
        <source>exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>record_eval</source>
        <translation>Auswertung aufzeichnen</translation>
    </message>
    <message>
        <source>channel_last</source>
        <translation>Kanäle zuletzt</translation>
    </message>
    <message>
        <source>normalise_by_size</source>
        <translation>Durch Größe teilen</translation>
    </message>
    <message>
        <source>comparison_plot</source>
        <translation>Vergleichsdiagramm</translation>
    </message>
    <message>
        <source>comparison_aggregation</source>
        <translation>Vergleich zusammenfassen</translation>
    </message>
    <message>
        <source>line_aggregation</source>
        <translation>Linien</translation>
    </message>
    <message>
        <source>range_aggregation</source>
        <translation>Bänder</translation>
    </message>
    <message>
        <source>skip_activation</source>
        <translation>Aktivierungen auslassen</translation>
    </message>
    <message>
        <source>correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>across_ticks</source>
        <translation>Über Ticks hinweg</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>require_all</source>
        <translation>Alle verlangen</translation>
    </message>
    <message>
        <source>aggregation</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>when</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>Größte</translation>
    </message>
    <message>
        <source>label_smoothing</source>
        <translation>Glättung der Klassen</translation>
    </message>
    <message>
        <source>target</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>centred</source>
        <translation>Zentriert</translation>
    </message>
    <message>
        <source>lr_decay</source>
        <translation>Abfall der Lernrate</translation>
    </message>
    <message>
        <source>scheduler</source>
        <translation>Lernratenplan</translation>
    </message>
    <message>
        <source>warmup_steps</source>
        <translation>Aufwärmschritte</translation>
    </message>
    <message>
        <source>factor</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>least</source>
        <translation>Kleinste Rate</translation>
    </message>
    <message>
        <source>patience</source>
        <translation>Geduld</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>Schwelle</translation>
    </message>
    <message>
        <source>clip_gradient</source>
        <translation>Gradienten begrenzen</translation>
    </message>
    <message>
        <source>limit</source>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>Checkpoint</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>on_stop</source>
        <translation>Beim Anhalten</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>categories</source>
        <translation>Kategorien</translation>
    </message>
    <message>
        <source>ignore</source>
        <translation>weglassen</translation>
    </message>
    <message>
        <source>header</source>
        <translation>Kopfzeile</translation>
    </message>
    <message>
        <source>delimiter</source>
        <translation>Trennzeichen</translation>
    </message>
    <message>
        <source>skip_lines</source>
        <translation>Zeilen überspringen</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlende Werte</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>stratify</source>
        <translation>nach Klassen teilen</translation>
    </message>
    <message>
        <source>normalise</source>
        <translation>normalisieren</translation>
    </message>
    <message>
        <source>normalise_target</source>
        <translation>Ziel normalisieren</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>targets</source>
        <translation>Ziele</translation>
    </message>
    <message>
        <source>validation_inputs</source>
        <translation>Eingaben zur Validierung</translation>
    </message>
    <message>
        <source>validation_targets</source>
        <translation>Ziele zur Validierung</translation>
    </message>
    <message>
        <source>colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>validation_path</source>
        <translation>Pfad zur Validierung</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>decay</source>
        <translation>Abklingen</translation>
    </message>
    <message>
        <source>slope</source>
        <translation>Steilheit</translation>
    </message>
    <message>
        <source>monitors</source>
        <translation>Monitore</translation>
    </message>
    <message>
        <source>module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>attribute</source>
        <translation>Attribut</translation>
    </message>
    <message>
        <source>reducer</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>step_time</source>
        <translation>Zeit je Schritt</translation>
    </message>
    <message>
        <source>duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>inclusive</source>
        <translation>Einschließlich</translation>
    </message>
    <message>
        <source>criterion</source>
        <translation>Kriterium</translation>
    </message>
    <message>
        <source>initial</source>
        <translation>Anfangswert</translation>
    </message>
    <message>
        <source>time_constant</source>
        <translation>Zeitkonstante</translation>
    </message>
    <message>
        <source>amplitude</source>
        <translation>Amplitude</translation>
    </message>
    <message>
        <source>tolerance</source>
        <translation>Toleranz</translation>
    </message>
    <message>
        <source>scale</source>
        <translation>Faktor</translation>
    </message>
    <message>
        <source>over_batch</source>
        <translation>Über den Batch</translation>
    </message>
    <message>
        <source>training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>prepend</source>
        <translation>Voranstellen</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>Tensoren</translation>
    </message>
    <message>
        <source>limit_mb</source>
        <translation>Grenze in MB</translation>
    </message>
    <message>
        <source>subattributes</source>
        <translation>Unterattribute</translation>
    </message>
    <message>
        <source>recorders</source>
        <translation>Rekorder</translation>
    </message>
    <message>
        <source>types</source>
        <translation>Typen</translation>
    </message>
    <message>
        <source>condition</source>
        <translation>Bedingung</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>label</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>reduction</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>custom_lenses</source>
        <translation>Eigene Linsen</translation>
    </message>
    <message>
        <source>lens</source>
        <translation>Linse</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>lags</source>
        <translation>Abstände</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>over</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>keep</source>
        <translation>behalten</translation>
    </message>
    <message>
        <source>processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>by_process</source>
        <translation>Je Prozess</translation>
    </message>
    <message>
        <source>margin</source>
        <translation>Abstand zur Grenze</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>of</source>
        <translation>Wovon</translation>
    </message>
    <message>
        <source>health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>notify</source>
        <translation>Melden</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>stop</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>effective</source>
        <translation>Effektiver Rang</translation>
    </message>
    <message>
        <source>output_size</source>
        <translation>Ausgabegröße</translation>
    </message>
    <message>
        <source>saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>training_kind</source>
        <translation>Trainingsart</translation>
    </message>
    <message>
        <source>sensitivity</source>
        <translation>Empfindlichkeit</translation>
    </message>
</context>
<context>
    <name>SchemaKind</name>
    <message>
        <source>BackwardInput</source>
        <translation>Gradient der Eingabe</translation>
    </message>
    <message>
        <source>BackwardOutput</source>
        <translation>Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>ConditionalCumulativeTrace</source>
        <translation>bedingte Spur aller Ereignisse</translation>
    </message>
    <message>
        <source>ConditionalNearestTrace</source>
        <translation>bedingte Spur des letzten Ereignisses</translation>
    </message>
    <message>
        <source>CumulativeAverage</source>
        <translation>Mittel über alles</translation>
    </message>
    <message>
        <source>CumulativeTrace</source>
        <translation>Spur aller Ereignisse</translation>
    </message>
    <message>
        <source>DifferenceMonitor</source>
        <translation>Änderungsmonitor</translation>
    </message>
    <message>
        <source>EMA</source>
        <translation>EMA</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Zeit seit Ereignis</translation>
    </message>
    <message>
        <source>ForwardInput</source>
        <translation>Eingabe im Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>ForwardOutput</source>
        <translation>Ausgabe im Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>ForwardPre</source>
        <translation>Eingabe vor dem Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>InputMonitor</source>
        <translation>Eingabemonitor</translation>
    </message>
    <message>
        <source>LossMetrics</source>
        <translation>Verlust und Metriken</translation>
    </message>
    <message>
        <source>MultiStateMonitor</source>
        <translation>Zustandsmonitor mit Bedingung</translation>
    </message>
    <message>
        <source>NearestTrace</source>
        <translation>Spur des letzten Ereignisses</translation>
    </message>
    <message>
        <source>OutputActivation</source>
        <translation>Ausgabeaktivierung</translation>
    </message>
    <message>
        <source>OutputGradientGeometry</source>
        <translation>Geometrie der Ausgabegradienten</translation>
    </message>
    <message>
        <source>OutputMonitor</source>
        <translation>Ausgabemonitor</translation>
    </message>
    <message>
        <source>OutputNorm</source>
        <translation>Ausgabenorm</translation>
    </message>
    <message>
        <source>ParameterCondition</source>
        <translation>Kondition der Parameter</translation>
    </message>
    <message>
        <source>ParameterGradientActivation</source>
        <translation>Aktivierung der Parametergradienten</translation>
    </message>
    <message>
        <source>ParameterGradientGeometry</source>
        <translation>Geometrie der Parametergradienten</translation>
    </message>
    <message>
        <source>ParameterNorm</source>
        <translation>Parameternorm</translation>
    </message>
    <message>
        <source>ParameterUpdateGeometry</source>
        <translation>Geometrie der Parameteränderungen</translation>
    </message>
    <message>
        <source>Passthrough</source>
        <translation>unverändert</translation>
    </message>
    <message>
        <source>ScaledCumulativeTrace</source>
        <translation>skalierte Spur aller Ereignisse</translation>
    </message>
    <message>
        <source>ScaledNearestTrace</source>
        <translation>skalierte Spur des letzten Ereignisses</translation>
    </message>
    <message>
        <source>StateMonitor</source>
        <translation>Zustandsmonitor</translation>
    </message>
    <message>
        <source>always</source>
        <translation>immer</translation>
    </message>
    <message>
        <source>class</source>
        <translation>eine Klasse</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>alle so viele Schritte</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>solange ein Wert zutrifft</translation>
    </message>
    <message>
        <source>fashion-mnist</source>
        <translation>Fashion-MNIST</translation>
    </message>
    <message>
        <source>spirals</source>
        <translation>Spiralen</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>csv</source>
        <translation>CSV</translation>
    </message>
    <message>
        <source>idx</source>
        <translation>IDX</translation>
    </message>
    <message>
        <source>cifar10</source>
        <translation>CIFAR-10</translation>
    </message>
    <message>
        <source>numpy</source>
        <translation>NumPy</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>plugin</source>
        <translation>Plug-in</translation>
    </message>
    <message>
        <source>mlp</source>
        <translation>MLP</translation>
    </message>
    <message>
        <source>cnn</source>
        <translation>CNN</translation>
    </message>
    <message>
        <source>resnet</source>
        <translation>ResNet</translation>
    </message>
    <message>
        <source>spiking</source>
        <translation>Spikendes Netz</translation>
    </message>
    <message>
        <source>transformer</source>
        <translation>Transformer</translation>
    </message>
    <message>
        <source>torchscript</source>
        <translation>TorchScript</translation>
    </message>
    <message>
        <source>cross_entropy</source>
        <translation>Kreuzentropie</translation>
    </message>
    <message>
        <source>nll</source>
        <translation>NLL</translation>
    </message>
    <message>
        <source>mse</source>
        <translation>MSE</translation>
    </message>
    <message>
        <source>l1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>smooth_l1</source>
        <translation>Geglättetes L1</translation>
    </message>
    <message>
        <source>bce_with_logits</source>
        <translation>BCE mit Logits</translation>
    </message>
    <message>
        <source>sgd</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>adamw</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>rmsprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>none</source>
        <translation>Ohne</translation>
    </message>
    <message>
        <source>warmup</source>
        <translation>Aufwärmen</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>cosine</source>
        <translation>Kosinus</translation>
    </message>
    <message>
        <source>plateau</source>
        <translation>Plateau</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>Norm</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>CustomLens</source>
        <translation>Eigene Linse</translation>
    </message>
    <message>
        <source>OutputSaturation</source>
        <translation>Ausgabesättigung</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>NotFinite</source>
        <translation>Nicht endlich</translation>
    </message>
    <message>
        <source>LossDiverging</source>
        <translation>Verlust divergiert</translation>
    </message>
    <message>
        <source>LossSpike</source>
        <translation>Verlustspitze</translation>
    </message>
    <message>
        <source>LossNotDecreasing</source>
        <translation>Verlust fällt nicht</translation>
    </message>
    <message>
        <source>Plateau</source>
        <translation>Stillstand</translation>
    </message>
    <message>
        <source>Oscillation</source>
        <translation>Schwingung</translation>
    </message>
    <message>
        <source>LearningRateTooLow</source>
        <translation>Lernrate zu klein</translation>
    </message>
    <message>
        <source>UpdateRatio</source>
        <translation>Schrittverhältnis</translation>
    </message>
    <message>
        <source>VanishingGradient</source>
        <translation>Schwindender Gradient</translation>
    </message>
    <message>
        <source>ExplodingGradient</source>
        <translation>Explodierender Gradient</translation>
    </message>
    <message>
        <source>NoGradient</source>
        <translation>Kein Gradient</translation>
    </message>
    <message>
        <source>LayerFrozen</source>
        <translation>Schicht eingefroren</translation>
    </message>
    <message>
        <source>DeadUnits</source>
        <translation>Tote Einheiten</translation>
    </message>
    <message>
        <source>Saturation</source>
        <translation>Sättigung</translation>
    </message>
    <message>
        <source>RankCollapse</source>
        <translation>Rang bricht ein</translation>
    </message>
    <message>
        <source>BadInitialisation</source>
        <translation>Schlechter Anfang</translation>
    </message>
    <message>
        <source>InputsNotNormalised</source>
        <translation>Eingaben nicht normiert</translation>
    </message>
    <message>
        <source>ClassImbalance</source>
        <translation>Ungleiche Klassen</translation>
    </message>
    <message>
        <source>ClippingAlwaysActive</source>
        <translation>Kappen immer aktiv</translation>
    </message>
    <message>
        <source>BatchNormSamples</source>
        <translation>Batch-Normierung mit wenigen</translation>
    </message>
    <message>
        <source>Overfitting</source>
        <translation>Überanpassung</translation>
    </message>
    <message>
        <source>ValidationNoBetterThanGuessing</source>
        <translation>Validierung wie geraten</translation>
    </message>
    <message>
        <source>TrainingNoise</source>
        <translation>Rauschen im Training</translation>
    </message>
    <message>
        <source>ReplicaDrift</source>
        <translation>Prozesse weichen ab</translation>
    </message>
    <message>
        <source>WeightUpdateRatio</source>
        <translation>Verhältnis der Gewichtsänderungen</translation>
    </message>
    <message>
        <source>GradientNoise</source>
        <translation>Gradientenrauschen</translation>
    </message>
    <message>
        <source>EffectiveRank</source>
        <translation>Effektiver Rang</translation>
    </message>
    <message>
        <source>BatchNormDrift</source>
        <translation>Batch-Normierung driftet</translation>
    </message>
    <message>
        <source>ProbabilitiesAsLogits</source>
        <translation>Wahrscheinlichkeiten als Logits</translation>
    </message>
    <message>
        <source>DataStarvation</source>
        <translation>Daten kommen zu langsam</translation>
    </message>
    <message>
        <source>TargetsNotNormalised</source>
        <translation>Zielwerte nicht normiert</translation>
    </message>
    <message>
        <source>AdamMoments</source>
        <translation>Adam-Momente</translation>
    </message>
    <message>
        <source>LoopFault</source>
        <translation>Fehler der Schleife</translation>
    </message>
    <message>
        <source>StepBottleneck</source>
        <translation>Engpass im Schritt</translation>
    </message>
    <message>
        <source>StepTime</source>
        <translation>Zeit eines Schritts</translation>
    </message>
    <message>
        <source>Machine</source>
        <translation>Rechner</translation>
    </message>
</context>
<context>
    <name>StopQuestion</name>
    <message>
        <source>Not everything is on disk</source>
        <translation>Nicht alles ist gespeichert</translation>
    </message>
    <message>
        <source>Close and Lose Them</source>
        <translation>Schließen und verlieren</translation>
    </message>
    <message>
        <source>Keep Open</source>
        <translation>Geöffnet lassen</translation>
    </message>
    <message>
        <source>Training is not finished</source>
        <translation>Das Training ist nicht beendet</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Keep Training</source>
        <translation>Weiter trainieren</translation>
    </message>
    <message>
        <source>it is being written</source>
        <translation>er wird gerade geschrieben</translation>
    </message>
    <message>
        <source>%1: all ticks are on disk, the end of the run is not: %2</source>
        <translation>%1: alle Ticks sind gespeichert, das Ende des Laufs nicht: %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n tick(s) since %2 (step %3) are not on disk: %4</source>
        <translation>
            <numerusform>%1: %n Tick seit %2 (Schritt %3) ist nicht gespeichert: %4</numerusform>
            <numerusform>%1: %n Ticks seit %2 (Schritt %3) sind nicht gespeichert: %4</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is not finished. Stop after this batch?</source>
        <translation>%1 ist nicht beendet. Nach diesem Batch anhalten?</translation>
    </message>
    <message>
        <source>The run is closed once all of it is on disk.</source>
        <translation>Der Lauf wird geschlossen, sobald alles gespeichert ist.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Save Elsewhere …</source>
        <translation>Woanders speichern …</translation>
    </message>
    <message>
        <source>Wait</source>
        <translation>Warten</translation>
    </message>
</context>
<context>
    <name>TableExport</name>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Cannot export</source>
        <translation>Export nicht möglich</translation>
    </message>
</context>
<context>
    <name>TagLegend</name>
    <message>
        <source>smoothed by %1</source>
        <translation>geglättet mit %1</translation>
    </message>
    <message>
        <source>robust limits</source>
        <translation>robuste Grenzen</translation>
    </message>
    <message numerus="yes">
        <source>not finite at %Ln point(s)</source>
        <translation>
            <numerusform>an %Ln Punkt nicht endlich</numerusform>
            <numerusform>an %Ln Punkten nicht endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of the run under the mouse</source>
        <translation>%1 des Laufs unter der Maus</translation>
    </message>
    <message>
        <source>%1 % of all steps measured</source>
        <translation>%1 % aller Schritte gemessen</translation>
    </message>
</context>
<context>
    <name>TagPlaces</name>
    <message>
        <source>%1 minus %2</source>
        <translation>%1 minus %2</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Differences from %1</source>
        <translation>Unterschiede zu %1</translation>
    </message>
    <message>
        <source>mean and range</source>
        <translation>Mittelwert und Spanne</translation>
    </message>
</context>
<context>
    <name>TrainingActions</name>
    <message>
        <source>Write a checkpoint to resume a training from; no run is open</source>
        <translation>Einen Checkpoint schreiben, von dem ein Training fortgesetzt werden kann; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>The training did not begin yet</source>
        <translation>Das Training hat noch nicht begonnen</translation>
    </message>
    <message>
        <source>Write a trained model for PyTorch; no run is open</source>
        <translation>Ein trainiertes Modell für PyTorch schreiben; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>This run was not trained here, so its model is not at hand; resume it first</source>
        <translation>Dieser Lauf wurde nicht hier trainiert, sein Modell liegt also nicht vor; setzen Sie ihn erst fort</translation>
    </message>
    <message>
        <source>Train on where a run stopped, in its own file; no run is open</source>
        <translation>Dort weitertrainieren, wo ein Lauf angehalten wurde, in seiner eigenen Datei; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>A replay cannot be resumed; open its run</source>
        <translation>Eine Wiedergabe kann nicht fortgesetzt werden; öffnen Sie ihren Lauf</translation>
    </message>
    <message>
        <source>This run is not over: it can be resumed when it was stopped</source>
        <translation>Dieser Lauf ist nicht vorbei: er kann fortgesetzt werden, wenn er angehalten wurde</translation>
    </message>
    <message>
        <source>This run is finished; Continue with Changes trains on in a new run</source>
        <translation>Dieser Lauf ist beendet; „Mit Änderungen weitertrainieren“ trainiert in einem neuen Lauf weiter</translation>
    </message>
    <message>
        <source>This run has no checkpoint to go on from</source>
        <translation>Dieser Lauf hat keinen Checkpoint, von dem aus es weitergehen könnte</translation>
    </message>
    <message>
        <source>Edit a run&apos;s experiment, and train it; no run is open</source>
        <translation>Das Experiment eines Laufs bearbeiten und trainieren; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>This run has no experiment: another tool recorded it</source>
        <translation>Dieser Lauf nennt kein Experiment: ein anderes Werkzeug hat ihn aufgezeichnet</translation>
    </message>
    <message>
        <source>Edit a run&apos;s experiment, and go on from its checkpoint; no run is open</source>
        <translation>Das Experiment eines Laufs bearbeiten und von seinem Checkpoint aus weitertrainieren; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>This run is not over: it can be continued when it was stopped</source>
        <translation>Dieser Lauf ist nicht vorbei: er kann weitertrainiert werden, wenn er angehalten wurde</translation>
    </message>
    <message>
        <source>Watch more while a network trains; no run is open</source>
        <translation>Mehr beobachten, während ein Netz trainiert; kein Lauf ist offen</translation>
    </message>
    <message>
        <source>The training is not prepared yet</source>
        <translation>Das Training ist noch nicht vorbereitet</translation>
    </message>
    <message>
        <source>This run is over, or its training takes no commands</source>
        <translation>Dieser Lauf ist vorbei, oder sein Training nimmt keine Befehle an</translation>
    </message>
</context>
<context>
    <name>lensboard::app::AddRunsDialog</name>
    <message>
        <source>Add Runs to the Plots</source>
        <translation>Läufe zu den Diagrammen hinzufügen</translation>
    </message>
    <message>
        <source>Runs in %1</source>
        <translation>Läufe in %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Browse …</source>
        <translation>Durchsuchen …</translation>
    </message>
    <message>
        <source>Choose files in other folders</source>
        <translation>Dateien in anderen Ordnern wählen</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ColumnsOfFileDialog</name>
    <message>
        <source>Use of the column %1</source>
        <translation>Bedeutung der Spalte %1</translation>
    </message>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
    <message>
        <source>Read the file like this, now and whenever a file with these columns is opened</source>
        <translation>Die Datei so lesen, jetzt und immer, wenn eine Datei mit diesen Spalten geöffnet wird</translation>
    </message>
    <message>
        <source>&amp;Recognise Again</source>
        <translation>Neu &amp;erkennen</translation>
    </message>
    <message>
        <source>Recognise the uses of all columns by their values and names, and discard your choice for files with these columns</source>
        <translation>Die Bedeutung aller Spalten an ihren Werten und Namen erkennen und Ihre Wahl für Dateien mit diesen Spalten verwerfen</translation>
    </message>
    <message>
        <source>Columns and their uses</source>
        <translation>Spalten und ihre Bedeutung</translation>
    </message>
    <message>
        <source>Rows from the beginning, the middle and the end of the file</source>
        <translation>Zeilen vom Anfang, aus der Mitte und vom Ende der Datei</translation>
    </message>
    <message>
        <source>Reading …</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>The file has too few rows.</source>
        <translation>Die Datei hat zu wenige Zeilen.</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n Lauf</numerusform>
            <numerusform>%n Läufe</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n series</source>
        <translation>
            <numerusform>%n Reihe</numerusform>
            <numerusform>%n Reihen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n Schritt</numerusform>
            <numerusform>%n Schritte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) read</source>
        <translation>
            <numerusform>%n Zeile gelesen</numerusform>
            <numerusform>%n Zeilen gelesen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) skipped</source>
        <translation>
            <numerusform>%n Zeile übersprungen</numerusform>
            <numerusform>%n Zeilen übersprungen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::CommandModel</name>
    <message>
        <source>%1, %2, %3</source>
        <translation>%1, %2, %3</translation>
    </message>
</context>
<context>
    <name>lensboard::app::CommandPalette</name>
    <message>
        <source>No action matches.</source>
        <translation>Keine Aktion passt.</translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation>Befehlspalette</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
    <message>
        <source>Type a few letters of an action, a plot, a layer, a lens, a run or an example</source>
        <translation>Einige Buchstaben einer Aktion, eines Diagramms, einer Schicht, einer Linse, eines Laufs oder Beispiels tippen</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ControlledFeed</name>
    <message>
        <source>The checkpoint is saved. This training can be resumed from here.</source>
        <translation>Der Checkpoint ist gespeichert. Dieses Training kann von hier aus fortgesetzt werden.</translation>
    </message>
</context>
<context>
    <name>lensboard::app::DifferencesDialog</name>
    <message numerus="yes">
        <source>Differences of %n run(s)</source>
        <translation>
            <numerusform>Unterschiede von %n Lauf</numerusform>
            <numerusform>Unterschiede von %n Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Show &amp;equal values</source>
        <translation>&amp;Gleiche Werte zeigen</translation>
    </message>
    <message>
        <source>Also list keys that are the same in all runs</source>
        <translation>Auch Schlüssel auflisten, die in allen Läufen gleich sind</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the table as text, with tabs between its columns</source>
        <translation>Die Tabelle als Text kopieren, mit Tabulatoren zwischen den Spalten</translation>
    </message>
    <message>
        <source>E&amp;xport …</source>
        <translation>E&amp;xportieren …</translation>
    </message>
    <message>
        <source>Write the table into a CSV file</source>
        <translation>Die Tabelle in eine CSV-Datei schreiben</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n Schlüssel</numerusform>
            <numerusform>%n Schlüssel</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n key(s) differ</source>
        <translation>
            <numerusform>%n Schlüssel ist verschieden</numerusform>
            <numerusform>%n Schlüssel sind verschieden</numerusform>
        </translation>
    </message>
    <message>
        <source>Export Differences</source>
        <translation>Unterschiede exportieren</translation>
    </message>
    <message>
        <source>&amp;Settings and Results</source>
        <translation>&amp;Einstellungen und Ergebnisse</translation>
    </message>
    <message>
        <source>&amp;Values</source>
        <translation>&amp;Werte</translation>
    </message>
    <message>
        <source>The settings and results do not differ.</source>
        <translation>Einstellungen und Ergebnisse unterscheiden sich nicht.</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ExperimentPage</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Start From</source>
        <translation>Ausgehen von</translation>
    </message>
    <message>
        <source>Replace this experiment by an example, or by one from a file or a run</source>
        <translation>Dieses Experiment durch ein Beispiel oder eines aus einer Datei oder einem Lauf ersetzen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Write the experiment into its file</source>
        <translation>Das Experiment in seine Datei schreiben</translation>
    </message>
    <message>
        <source>Save As …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Write the experiment into another file</source>
        <translation>Das Experiment in eine andere Datei schreiben</translation>
    </message>
    <message>
        <source>Start Training</source>
        <translation>Training starten</translation>
    </message>
    <message>
        <source>&amp;Nothing but Defaults</source>
        <translation>&amp;Nur Voreinstellungen</translation>
    </message>
    <message>
        <source>Start From Defaults</source>
        <translation>Von Voreinstellungen ausgehen</translation>
    </message>
    <message>
        <source>&amp;Experiment or Run …</source>
        <translation>&amp;Experiment oder Lauf …</translation>
    </message>
    <message>
        <source>Experiments and runs (*.json *.lbrun);;All files (*)</source>
        <translation>Experimente und Läufe (*.json *.lbrun);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Cannot start from this</source>
        <translation>Davon kann nicht ausgegangen werden</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>Start From %1</source>
        <translation>Ausgehen von %1</translation>
    </message>
    <message>
        <source>%1 again</source>
        <comment>name of a run</comment>
        <translation>%1 noch einmal</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>Open a page that trains this experiment (%1)</source>
        <translation>Eine Seite öffnen, die dieses Experiment trainiert (%1)</translation>
    </message>
    <message>
        <source>The experiment cannot be used yet; its problems are listed below</source>
        <translation>Das Experiment ist noch nicht verwendbar; seine Probleme stehen unten</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1: kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>Cannot save the experiment</source>
        <translation>Das Experiment kann nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Save Experiment</source>
        <translation>Experiment speichern</translation>
    </message>
    <message>
        <source>Experiments (*.json)</source>
        <translation>Experimente (*.json)</translation>
    </message>
    <message>
        <source>The experiment is not saved</source>
        <translation>Das Experiment ist nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 was changed. Save it before it is closed?</source>
        <translation>%1 wurde geändert. Vor dem Schließen speichern?</translation>
    </message>
    <message>
        <source>Begin from the Start</source>
        <translation>Von vorn beginnen</translation>
    </message>
    <message>
        <source>Train this experiment with a new model, not with that of the checkpoint</source>
        <translation>Dieses Experiment mit einem neuen Modell trainieren, nicht mit dem des Checkpoints</translation>
    </message>
    <message>
        <source>%1 continued</source>
        <comment>name of a run</comment>
        <translation>%1 weiter</translation>
    </message>
    <message>
        <source>Trains on from the end of %1, with its model. You can change data, loss, optimizer, lenses and the number of epochs; this number includes the epochs so far.</source>
        <translation>Trainiert vom Ende von %1 an weiter, mit dessen Modell. Daten, Verlust, Optimierer, Linsen und die Zahl der Epochen können Sie ändern; diese Zahl enthält die bisherigen Epochen.</translation>
    </message>
    <message>
        <source>An experiment, not saved yet</source>
        <translation>Ein Experiment, noch nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ExportDialog</name>
    <message>
        <source>%1 tags</source>
        <translation>%1 Tags</translation>
    </message>
    <message>
        <source>steps %1 to %2</source>
        <translation>Schritte %1 bis %2</translation>
    </message>
    <message>
        <source>&amp;Shown data: all tags and steps</source>
        <translation>&amp;Gezeigte Daten: alle Tags und Schritte</translation>
    </message>
    <message>
        <source>&amp;Shown data: %1</source>
        <translation>&amp;Gezeigte Daten: %1</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>&amp;Everything</source>
        <translation>&amp;Alles</translation>
    </message>
    <message>
        <source>&amp;Browse …</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation>A&amp;ls</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Nach</translation>
    </message>
    <message numerus="yes">
        <source>without %n layer(s)</source>
        <translation>
            <numerusform>ohne %n Schicht</numerusform>
            <numerusform>ohne %n Schichten</numerusform>
        </translation>
    </message>
    <message>
        <source>One &amp;Plot …</source>
        <translation>Ein Diagra&amp;mm …</translation>
    </message>
    <message>
        <source>Export a picture of %1, in a size and with colours that you choose</source>
        <translation>Ein Bild von %1 exportieren, in einer Größe und mit Farben, die Sie wählen</translation>
    </message>
</context>
<context>
    <name>lensboard::app::FileOpener</name>
    <message>
        <source>Cannot open</source>
        <translation>Öffnen nicht möglich</translation>
    </message>
    <message>
        <source>%1 is the checkpoint of a run; open the run beside it, and resume it.</source>
        <translation>%1 ist der Checkpoint eines Laufs; öffnen Sie den Lauf daneben und setzen Sie ihn fort.</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open Remote</source>
        <translation>Auf anderem Rechner öffnen</translation>
    </message>
    <message>
        <source>A folder of runs, or a run, on a machine that ssh reaches and where Lensboard is installed:
ssh://[user@]host[:port]/folder, or ssh://host/~/folder below the home there</source>
        <translation>Ein Ordner mit Läufen oder ein Lauf auf einem Rechner, den ssh erreicht und auf dem Lensboard installiert ist:
ssh://[Benutzer@]Rechner[:Port]/Ordner, oder ssh://Rechner/~/Ordner unter dem Benutzerordner dort</translation>
    </message>
</context>
<context>
    <name>lensboard::app::FollowedFeed</name>
    <message>
        <source>Followed live</source>
        <translation>Wird live verfolgt</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This run has no points&lt;/h3&gt;It was recorded without lenses.</source>
        <translation>&lt;h3&gt;Dieser Lauf hat keine Punkte&lt;/h3&gt;Er wurde ohne Linsen aufgezeichnet.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This run has no points&lt;/h3&gt;No tick was measured.</source>
        <translation>&lt;h3&gt;Dieser Lauf hat keine Punkte&lt;/h3&gt;Kein Tick wurde gemessen.</translation>
    </message>
    <message>
        <source>The file was replaced; its new content is shown.</source>
        <translation>Die Datei wurde ersetzt; dies ist ihr jetziger Inhalt.</translation>
    </message>
    <message>
        <source>The training takes no commands: %1</source>
        <translation>Das Training nimmt keine Befehle an: %1</translation>
    </message>
    <message>
        <source>in another process</source>
        <translation>in einem anderen Prozess</translation>
    </message>
    <message>
        <source>on another machine</source>
        <translation>auf einem anderen Rechner</translation>
    </message>
</context>
<context>
    <name>lensboard::app::HelpMenu</name>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Command Palette …</source>
        <translation>&amp;Befehlspalette …</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>List all shortcuts, and all mouse actions in plots</source>
        <translation>Alle Tastenkürzel und alle Mausaktionen in Diagrammen auflisten</translation>
    </message>
    <message>
        <source>&amp;About Lensboard</source>
        <translation>&amp;Über Lensboard</translation>
    </message>
    <message>
        <source>Version and license</source>
        <translation>Version und Lizenz</translation>
    </message>
    <message>
        <source>About Lensboard</source>
        <translation>Über Lensboard</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Lensboard %1&lt;/h3&gt;&lt;p&gt;Watch a neural network train from the inside.&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Lensboard %1&lt;/h3&gt;&lt;p&gt;Einem neuronalen Netz von innen beim Training zusehen.&lt;/p&gt;&lt;p&gt;Freie Software unter der GNU General Public License, Version 3 oder neuer.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>Read how Lensboard is used, here and without a network</source>
        <translation>Lesen, wie Lensboard benutzt wird, hier und ohne Netzwerk</translation>
    </message>
    <message>
        <source>&amp;What Is This Plot?</source>
        <translation>&amp;Was ist dieses Diagramm?</translation>
    </message>
    <message>
        <source>Explain the plot under the mouse</source>
        <translation>Das Diagramm unter der Maus erklären</translation>
    </message>
    <message>
        <source>Find any action, field, plot, layer or lens by a few letters</source>
        <translation>Jede Aktion, jedes Feld, Diagramm, jede Schicht oder Linse mit wenigen Buchstaben finden</translation>
    </message>
</context>
<context>
    <name>lensboard::app::LanguageMenu</name>
    <message>
        <source>Lan&amp;guage</source>
        <translation>Sp&amp;rache</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>The desktop&apos;s language, if Lensboard speaks it</source>
        <translation>Die Sprache der Arbeitsumgebung, soweit Lensboard sie beherrscht</translation>
    </message>
    <message>
        <source>Speak %1 from the next start on</source>
        <translation>Ab dem nächsten Start %1 verwenden</translation>
    </message>
    <message>
        <source>Restart Lensboard to change the language.</source>
        <translation>Lensboard neu starten, um die Sprache zu wechseln.</translation>
    </message>
    <message>
        <source>Restart Now</source>
        <translation>Jetzt neu starten</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
</context>
<context>
    <name>lensboard::app::MainWindow</name>
    <message>
        <source>Lensboard</source>
        <translation>Lensboard</translation>
    </message>
    <message>
        <source>Open runs</source>
        <translation>Offene Läufe</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;New from Example</source>
        <translation>Neu a&amp;us Beispiel</translation>
    </message>
    <message>
        <source>New from E&amp;xperiment …</source>
        <translation>Neu aus E&amp;xperiment …</translation>
    </message>
    <message>
        <source>New from Experiment</source>
        <translation>Neu aus Experiment</translation>
    </message>
    <message>
        <source>&amp;Open Run …</source>
        <translation>Lauf ö&amp;ffnen …</translation>
    </message>
    <message>
        <source>Open a run: a recorded one, or a file of TensorBoard, monitorch, CSV or JSON lines</source>
        <translation>Einen Lauf öffnen: einen aufgezeichneten, oder eine Datei von TensorBoard, monitorch, CSV oder JSON Lines</translation>
    </message>
    <message>
        <source>Open Run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>Open &amp;Folder …</source>
        <translation>&amp;Ordner öffnen …</translation>
    </message>
    <message>
        <source>List the runs in a folder: recorded ones, TensorBoard logs, monitorch recordings</source>
        <translation>Die Läufe eines Ordners auflisten: aufgezeichnete, TensorBoard-Protokolle, Aufzeichnungen von monitorch</translation>
    </message>
    <message>
        <source>Recorded R&amp;uns</source>
        <translation>Aufgezeichnete &amp;Läufe</translation>
    </message>
    <message>
        <source>List the runs that were recorded on this computer</source>
        <translation>Die Läufe auflisten, die auf diesem Rechner aufgezeichnet wurden</translation>
    </message>
    <message>
        <source>&amp;Save a Copy …</source>
        <translation>Kopie &amp;speichern …</translation>
    </message>
    <message>
        <source>Write the run as it stands into another file</source>
        <translation>Den Lauf, wie er ist, in eine andere Datei schreiben</translation>
    </message>
    <message>
        <source>&amp;Export …</source>
        <translation>&amp;Exportieren …</translation>
    </message>
    <message>
        <source>Write the shown data, or everything, as a picture, tables, JSON lines or for TensorBoard</source>
        <translation>Die gezeigten Daten oder alles als Bild, Tabellen, JSON Lines oder für TensorBoard schreiben</translation>
    </message>
    <message>
        <source>Cop&amp;y Picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Copy a picture of this page to the clipboard</source>
        <translation>Ein Bild dieser Seite in die Zwischenablage kopieren</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message>
        <source>Print this page, with dark text on white</source>
        <translation>Diese Seite drucken, dunkel auf weiß</translation>
    </message>
    <message>
        <source>&amp;Close Tab</source>
        <translation>&amp;Tab schließen</translation>
    </message>
    <message>
        <source>Close this run or list</source>
        <translation>Diesen Lauf oder diese Liste schließen</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Bee&amp;nden</translation>
    </message>
    <message>
        <source>Close all runs and leave</source>
        <translation>Alle Läufe schließen und beenden</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Run &amp;Details</source>
        <translation>Einzelheiten des &amp;Laufs</translation>
    </message>
    <message>
        <source>Status, environment, events and experiment of this run</source>
        <translation>Zustand, Umgebung, Ereignisse und Experiment dieses Laufs</translation>
    </message>
    <message>
        <source>F&amp;ull Screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>Use the whole screen, or the window again</source>
        <translation>Den ganzen Bildschirm nutzen, oder wieder das Fenster</translation>
    </message>
    <message>
        <source>%1 – Lensboard</source>
        <translation>%1 – Lensboard</translation>
    </message>
    <message>
        <source>New Experi&amp;ment</source>
        <translation>Neues Experi&amp;ment</translation>
    </message>
    <message>
        <source>Write an experiment, from the defaults or from another one</source>
        <translation>Ein Experiment schreiben, ausgehend von Voreinstellungen oder einem anderen</translation>
    </message>
    <message>
        <source>Prepare a training from an experiment file, or from a TorchScript model</source>
        <translation>Ein Training aus einer Experimentdatei oder mit einem TorchScript-Modell vorbereiten</translation>
    </message>
    <message>
        <source>Experiments and models (*.json *.pt);;All files (*)</source>
        <translation>Experimente und Modelle (*.json *.pt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>T&amp;ensors</source>
        <translation>T&amp;ensoren</translation>
    </message>
    <message>
        <source>Show the tensors that this run recorded beside its plots, or not</source>
        <translation>Die Tensoren, die dieser Lauf aufgezeichnet hat, neben seinen Diagrammen zeigen oder nicht</translation>
    </message>
    <message>
        <source>Run L&amp;ist</source>
        <translation>Laufli&amp;ste</translation>
    </message>
    <message>
        <source>Show runs on another machine, through ssh</source>
        <translation>Läufe auf einem anderen Rechner zeigen, über ssh</translation>
    </message>
    <message>
        <source>Open Remo&amp;te …</source>
        <translation>Auf anderem &amp;Rechner öffnen …</translation>
    </message>
    <message>
        <source>Reset &amp;Looks</source>
        <translation>Darstellungen &amp;zurücksetzen</translation>
    </message>
    <message>
        <source>Draw all plots of this run as they are drawn at first: views, scales, limits, smoothing and bands. Undo brings the looks back</source>
        <translation>Alle Diagramme dieses Laufs so zeichnen wie am Anfang: Ansichten, Skalen, Grenzen, Glättung und Bänder. Rückgängig stellt die Darstellungen wieder her</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ManualWindow</name>
    <message>
        <source>Lensboard Manual</source>
        <translation>Handbuch von Lensboard (Englisch)</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Page of the manual</source>
        <translation>Seite des Handbuchs</translation>
    </message>
    <message>
        <source>This file is in the source code of Lensboard: %1</source>
        <translation>Diese Datei liegt im Quelltext von Lensboard: %1</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Go back to the page before (Alt+Left)</source>
        <translation>Zur Seite davor zurückgehen (Alt+Links)</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Go to the next page again (Alt+Right)</source>
        <translation>Wieder zur nächsten Seite gehen (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>Im Handbuch suchen</translation>
    </message>
    <message>
        <source>Words that a section contains (Ctrl+F). Enter goes to the next place, Shift+Enter to the one before.</source>
        <translation>Wörter, die ein Abschnitt enthält (Strg+F). Eingabe geht zur nächsten Stelle, Umschalt+Eingabe zur vorigen.</translation>
    </message>
    <message>
        <source>No section of the manual contains “%1”.</source>
        <translation>Kein Abschnitt des Handbuchs enthält „%1“.</translation>
    </message>
    <message numerus="yes">
        <source>%n section(s) found</source>
        <translation>
            <numerusform>%n section found</numerusform>
            <numerusform>%n sections found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::app::ModelLayersDialog</name>
    <message>
        <source>Layers of %1</source>
        <translation>Schichten von %1</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>%1 parameters in all. Choose data, loss and optimizer in the editor, then prepare the training.</source>
        <translation>Insgesamt %1 Parameter. Wählen Sie Daten, Verlust und Optimierer im Editor und bereiten Sie dann das Training vor.</translation>
    </message>
    <message>
        <source>shared with %1</source>
        <translation>geteilt mit %1</translation>
    </message>
</context>
<context>
    <name>lensboard::app::NotesDialog</name>
    <message>
        <source>Notes of %1</source>
        <translation>Notizen zu %1</translation>
    </message>
    <message>
        <source>Purpose and result of this run</source>
        <translation>Zweck und Ergebnis dieses Laufs</translation>
    </message>
    <message>
        <source>Write the notes into the run (%1)</source>
        <translation>Die Notizen in den Lauf schreiben (%1)</translation>
    </message>
    <message>
        <source>Notes are not saved</source>
        <translation>Notizen sind nicht gespeichert</translation>
    </message>
    <message>
        <source>Close without saving your changes?</source>
        <translation>Schließen, ohne Ihre Änderungen zu speichern?</translation>
    </message>
</context>
<context>
    <name>lensboard::app::PlotExportDialog</name>
    <message>
        <source>Own size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Same as on screen</source>
        <translation>Wie auf dem Bildschirm</translation>
    </message>
    <message>
        <source>One column of a paper</source>
        <translation>Eine Spalte eines Artikels</translation>
    </message>
    <message>
        <source>Two columns of a paper</source>
        <translation>Zwei Spalten eines Artikels</translation>
    </message>
    <message>
        <source>Slide, 16:9</source>
        <translation>Folie, 16:9</translation>
    </message>
    <message>
        <source>Export Plot</source>
        <translation>Diagramm exportieren</translation>
    </message>
    <message>
        <source>One page (PDF)</source>
        <translation>Eine Seite (PDF)</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Colours of the picture</source>
        <translation>Farben des Bildes</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>&amp;As</source>
        <translation>&amp;Als</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Vorlage</translation>
    </message>
    <message>
        <source>&amp;Size</source>
        <translation>&amp;Größe</translation>
    </message>
    <message>
        <source>&amp;Resolution</source>
        <translation>Au&amp;flösung</translation>
    </message>
    <message>
        <source>&amp;Colours</source>
        <translation>Fa&amp;rben</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Nach</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>mm</source>
        <translation>mm</translation>
    </message>
    <message>
        <source>Unit of the size</source>
        <translation>Einheit der Größe</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>Pixels per inch. With a size in pixels, more pixels per inch make letters and lines larger.</source>
        <translation>Pixel pro Zoll. Bei einer Größe in Pixeln machen mehr Pixel pro Zoll Buchstaben und Linien größer.</translation>
    </message>
    <message>
        <source>&amp;Browse …</source>
        <translation>&amp;Durchsuchen …</translation>
    </message>
    <message>
        <source>%1 × %2 mm</source>
        <translation>%1 × %2 mm</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, %3</source>
        <translation>%1 × %2 Pixel, %3</translation>
    </message>
</context>
<context>
    <name>lensboard::app::PlotHelpDialog</name>
    <message>
        <source>Measured quantity</source>
        <translation>Gemessene Größe</translation>
    </message>
    <message>
        <source>Another tool, or a program of your own, recorded these values as %1. Lensboard does not know their meaning.</source>
        <translation>Ein anderes Werkzeug oder ein eigenes Programm hat diese Werte als %1 aufgezeichnet. Lensboard kennt ihre Bedeutung nicht.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Runs of other tools, in the manual</source>
        <translation>Läufe anderer Werkzeuge, im Handbuch</translation>
    </message>
    <message>
        <source>Open the settings</source>
        <translation>Einstellungen öffnen</translation>
    </message>
    <message>
        <source>Formula</source>
        <translation>Formel</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Einheit</translation>
    </message>
    <message>
        <source>How to read it</source>
        <translation>Wie man es liest</translation>
    </message>
    <message>
        <source>Settings that change it</source>
        <translation>Einstellungen, die es ändern</translation>
    </message>
    <message>
        <source>Read more in the manual</source>
        <translation>Mehr im Handbuch lesen</translation>
    </message>
    <message>
        <source>Explanation of the plot</source>
        <translation>Erklärung des Diagramms</translation>
    </message>
    <message>
        <source>Lens: %1</source>
        <translation>Linse: %1</translation>
    </message>
    <message>
        <source>What Is %1?</source>
        <translation>Was ist %1?</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RecentMenu</name>
    <message>
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Clear the list of recent files and folders</source>
        <translation>Die Liste der zuletzt geöffneten Dateien und Ordner leeren</translation>
    </message>
    <message>
        <source>No recent files or folders</source>
        <translation>Noch keine Dateien oder Ordner geöffnet</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RecentRunsModel</name>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>Health: %1</source>
        <translation>Gesundheit: %1</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RecentRunsView</name>
    <message>
        <source>Recent runs</source>
        <translation>Zuletzt benutzte Läufe</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Train %1 on from its checkpoint, in its own file</source>
        <translation>%1 von seinem Checkpoint an in der eigenen Datei weiter trainieren</translation>
    </message>
    <message>
        <source>Resume %1</source>
        <translation>%1 fortsetzen</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ReplayFeed</name>
    <message>
        <source>%1, replayed</source>
        <translation>%1, Wiedergabe</translation>
    </message>
    <message>
        <source>A replay; it is not recorded</source>
        <translation>Eine Wiedergabe; sie wird nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Ready to replay&lt;/h3&gt;Press &lt;b&gt;Play&lt;/b&gt; (F5). Plots appear as they did when the run was recorded.</source>
        <translation>&lt;h3&gt;Bereit zur Wiedergabe&lt;/h3&gt;&lt;b&gt;Abspielen&lt;/b&gt; (F5) beginnt. Diagramme erscheinen wie bei der Aufzeichnung.</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunDetailsDialog</name>
    <message>
        <source>Details of %1</source>
        <translation>Einzelheiten von %1</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Ticks</source>
        <translation>Ticks</translation>
    </message>
    <message>
        <source>Series</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation>&amp;Übersicht</translation>
    </message>
    <message>
        <source>&amp;Experiment</source>
        <translation>&amp;Experiment</translation>
    </message>
    <message numerus="yes">
        <source>%n module(s), %1 parameters</source>
        <translation>
            <numerusform>%n Modul, %1 Parameter</numerusform>
            <numerusform>%n Module, %1 Parameter</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of them trained</source>
        <translation>%1, davon %2 trainiert</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>E&amp;vents (%1)</source>
        <translation>Erei&amp;gnisse (%1)</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Purpose and result of this run</source>
        <translation>Zweck und Ergebnis dieses Laufs</translation>
    </message>
    <message>
        <source>A run that is not recorded has no notes.</source>
        <translation>Ein Lauf, der nicht aufgezeichnet wird, hat keine Notizen.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>&amp;Notes</source>
        <translation>&amp;Notizen</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>This run has no experiment.</source>
        <translation>Dieser Lauf nennt kein Experiment.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copy the experiment, to be saved as a file and trained again</source>
        <translation>Das Experiment kopieren, um es als Datei zu speichern und wieder zu trainieren</translation>
    </message>
    <message>
        <source>Modules of the model</source>
        <translation>Module des Modells</translation>
    </message>
    <message>
        <source>This run has no model.</source>
        <translation>Dieser Lauf nennt kein Modell.</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Notes are not saved</source>
        <translation>Notizen sind nicht gespeichert</translation>
    </message>
    <message>
        <source>%1

Close without saving the notes?</source>
        <translation>%1

Schließen, ohne die Notizen zu speichern?</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunFeed</name>
    <message>
        <source>Not recorded yet</source>
        <translation>Noch nicht aufgezeichnet</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunHealth</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunListActions</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Open each selected run in a tab of its own</source>
        <translation>Jeden gewählten Lauf in einem eigenen Tab öffnen</translation>
    </message>
    <message>
        <source>Open &amp;Together</source>
        <translation>&amp;Zusammen öffnen</translation>
    </message>
    <message>
        <source>Show the selected runs on the same plots</source>
        <translation>Die gewählten Läufe in denselben Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Re&amp;play</source>
        <translation>&amp;Wiedergeben</translation>
    </message>
    <message>
        <source>Play the selected run as if it were live, at any speed</source>
        <translation>Den gewählten Lauf wiedergeben, als liefe er gerade, beliebig schnell</translation>
    </message>
    <message>
        <source>&amp;Rename</source>
        <translation>&amp;Umbenennen</translation>
    </message>
    <message>
        <source>Give the selected run another name; an empty one is that of its file</source>
        <translation>Dem gewählten Lauf einen anderen Namen geben; ein leerer ist der seiner Datei</translation>
    </message>
    <message>
        <source>&amp;Notes …</source>
        <translation>&amp;Notizen …</translation>
    </message>
    <message>
        <source>Write down purpose and result of the selected run</source>
        <translation>Zweck und Ergebnis des gewählten Laufs aufschreiben</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Details</translation>
    </message>
    <message>
        <source>Status, notes, experiment, model and events of the selected run</source>
        <translation>Zustand, Notizen, Experiment, Modell und Ereignisse des gewählten Laufs</translation>
    </message>
    <message>
        <source>D&amp;ifferences …</source>
        <translation>Untersch&amp;iede …</translation>
    </message>
    <message>
        <source>Compare experiments, environments and losses of the selected runs</source>
        <translation>Experimente, Umgebungen und Verluste der gewählten Läufe vergleichen</translation>
    </message>
    <message>
        <source>&amp;Copy Path</source>
        <translation>Pfad &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy where the selected runs are, a line each</source>
        <translation>Kopieren, wo die gewählten Läufe liegen, je eine Zeile</translation>
    </message>
    <message>
        <source>Show in &amp;File Manager</source>
        <translation>Im Dateimana&amp;ger zeigen</translation>
    </message>
    <message>
        <source>Open the folder that the selected run is in</source>
        <translation>Den Ordner öffnen, in dem der gewählte Lauf liegt</translation>
    </message>
    <message>
        <source>&amp;Move to Trash …</source>
        <translation>In den &amp;Papierkorb verschieben …</translation>
    </message>
    <message>
        <source>Move the selected runs to the trash, from where they can be restored</source>
        <translation>Die gewählten Läufe in den Papierkorb verschieben, von wo sie sich wiederherstellen lassen</translation>
    </message>
    <message>
        <source>Res&amp;ume from Checkpoint</source>
        <translation>&amp;Vom Checkpoint fortsetzen</translation>
    </message>
    <message>
        <source>Train on where the selected run stopped, in its own file</source>
        <translation>Dort weitertrainieren, wo der gewählte Lauf angehalten wurde, in seiner eigenen Datei</translation>
    </message>
    <message>
        <source>Continue &amp;with Changes …</source>
        <translation>&amp;Mit Änderungen weitertrainieren …</translation>
    </message>
    <message>
        <source>Edit the selected run&apos;s experiment, and go on from its checkpoint in a new run</source>
        <translation>Das Experiment des gewählten Laufs bearbeiten und von seinem Checkpoint aus in einem neuen Lauf weitertrainieren</translation>
    </message>
    <message>
        <source>&amp;Baseline</source>
        <translation>Vergleichs&amp;lauf</translation>
    </message>
    <message>
        <source>Keep the selected run at the top and show by how much the others&apos; results differ from its own; again for none</source>
        <translation>Den ausgewählten Lauf oben behalten und zeigen, um wie viel die Ergebnisse der anderen von seinen abweichen; noch einmal: keinen</translation>
    </message>
    <message>
        <source>Copy as Mar&amp;kdown</source>
        <translation>Als Markd&amp;own kopieren</translation>
    </message>
    <message>
        <source>Copy the table as it is shown, for a text or an issue</source>
        <translation>Die Tabelle kopieren, wie sie gezeigt wird, für einen Text oder ein Ticket</translation>
    </message>
    <message>
        <source>E&amp;xport Table …</source>
        <translation>Tabelle e&amp;xportieren …</translation>
    </message>
    <message>
        <source>Write the table as it is shown into a CSV file, with all digits</source>
        <translation>Die Tabelle, wie sie gezeigt wird, mit allen Stellen in eine CSV-Datei schreiben</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunListPage</name>
    <message>
        <source>Runs in %1</source>
        <translation>Läufe in %1</translation>
    </message>
    <message>
        <source>Looking for runs in %1 …</source>
        <translation>Läufe in %1 werden gesucht …</translation>
    </message>
    <message>
        <source>%1 is gone; its runs are listed again when it returns.</source>
        <translation>%1 ist verschwunden; seine Läufe erscheinen wieder, wenn er zurückkehrt.</translation>
    </message>
    <message>
        <source>There are no runs in %1 yet: .lbrun files, TensorBoard logs and monitorch recordings are listed here.</source>
        <translation>In %1 sind noch keine Läufe: .lbrun-Dateien, TensorBoard-Protokolle und Aufzeichnungen von monitorch werden hier aufgelistet.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln run(s) in %1</source>
        <translation>
            <numerusform>%Ln Lauf in %1</numerusform>
            <numerusform>%Ln Läufe in %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, and %n more</source>
        <translation>
            <numerusform>, und %n weiterer</numerusform>
            <numerusform>, und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Recorded Runs</source>
        <translation>Aufgezeichnete Läufe</translation>
    </message>
    <message>
        <source>Export Table</source>
        <translation>Tabelle exportieren</translation>
    </message>
    <message>
        <source>%1 – still looking</source>
        <translation>%1 – Suche läuft noch</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunMenus</name>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>Dia&amp;gramme</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>S&amp;chichten</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>&amp;Wiedergeben</translation>
    </message>
    <message>
        <source>Play this run in a tab of its own, as if it were live, at any speed</source>
        <translation>Diesen Lauf in einem eigenen Tab abspielen, als wäre er live, in beliebigem Tempo</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunPage</name>
    <message>
        <source>Values</source>
        <translation>Werte</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Values, layers, runs and health</source>
        <translation>Werte, Schichten, Läufe und Gesundheit</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Health (%1)</source>
        <translation>Gesundheit (%1)</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Plots and media</source>
        <translation>Diagramme und Medien</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>Media</source>
        <translation>Medien</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunReading</name>
    <message>
        <source>Columns of the &amp;File …</source>
        <translation>Spalten der &amp;Datei …</translation>
    </message>
    <message>
        <source>Show rows of the file, and choose the columns for step, time, run and values</source>
        <translation>Zeilen der Datei zeigen und die Spalten für Schritt, Zeit, Lauf und Werte wählen</translation>
    </message>
    <message>
        <source>Read as: %1</source>
        <translation>Gelesen als: %1</translation>
    </message>
    <message>
        <source>Read as: %1 – as you chose on %2</source>
        <translation>Gelesen als: %1 – wie am %2 gewählt</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunTools</name>
    <message>
        <source>Train More Epochs</source>
        <translation>Mehr Epochen trainieren</translation>
    </message>
    <message>
        <source>How many more epochs?
A new run trains them, from the end of %1.</source>
        <translation>Wie viele Epochen mehr?
Ein neuer Lauf trainiert sie, vom Ende von %1 an.</translation>
    </message>
    <message>
        <source>Cannot rename</source>
        <translation>Umbenennen nicht möglich</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Öffnen nicht möglich</translation>
    </message>
    <message>
        <source>Add Runs to the Plots</source>
        <translation>Läufe zu den Diagrammen hinzufügen</translation>
    </message>
    <message>
        <source>Cannot replay</source>
        <translation>Wiedergabe nicht möglich</translation>
    </message>
    <message>
        <source>%1 is not over yet. It can be replayed when it is finished or was stopped.</source>
        <translation>%1 ist noch nicht vorbei. Eine Wiedergabe ist möglich, sobald er beendet oder angehalten ist.</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>Cannot compare</source>
        <translation>Vergleichen nicht möglich</translation>
    </message>
    <message>
        <source>Cannot move to the trash</source>
        <translation>Verschieben in den Papierkorb nicht möglich</translation>
    </message>
    <message>
        <source>%1 is being recorded; stop its training first.</source>
        <translation>%1 wird gerade aufgezeichnet; bitte zuerst das Training beenden.</translation>
    </message>
    <message>
        <source>Move to Trash</source>
        <translation>In den Papierkorb verschieben</translation>
    </message>
    <message numerus="yes">
        <source>Move %n run(s) to the trash? They can be restored from there.</source>
        <translation>
            <numerusform>%n Lauf in den Papierkorb verschieben? Er lässt sich von dort wiederherstellen.</numerusform>
            <numerusform>%n Läufe in den Papierkorb verschieben? Sie lassen sich von dort wiederherstellen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is open; close its tab first.</source>
        <translation>%1 ist geöffnet; bitte zuerst den Tab schließen.</translation>
    </message>
    <message>
        <source>Cannot resume</source>
        <translation>Fortsetzen nicht möglich</translation>
    </message>
    <message>
        <source>%1 is not over yet; it can be resumed when it was stopped.</source>
        <translation>%1 ist noch nicht vorbei; der Lauf kann fortgesetzt werden, wenn er angehalten wurde.</translation>
    </message>
    <message>
        <source>%1 has points that could not be written to its file.</source>
        <translation>%1 hat Punkte, die nicht in die Datei geschrieben werden konnten.</translation>
    </message>
    <message>
        <source>Cannot continue</source>
        <translation>Weitertrainieren nicht möglich</translation>
    </message>
    <message>
        <source>%1 has no experiment: another tool recorded it.</source>
        <translation>%1 nennt kein Experiment: ein anderes Werkzeug hat den Lauf aufgezeichnet.</translation>
    </message>
    <message>
        <source>%1 has no checkpoint to go on from.</source>
        <translation>%1 hat keinen Checkpoint, von dem aus es weitergehen könnte.</translation>
    </message>
    <message>
        <source>%1 is shown on the plots of %2; take it off them first.</source>
        <translation>%1 wird in den Diagrammen von %2 gezeigt; bitte zuerst dort entfernen.</translation>
    </message>
    <message>
        <source>Runs (*.lbrun *tfevents* *.pkl *.csv *.tsv *.json *.jsonl *.ndjson *.log *.db *.gz);;All files (*)</source>
        <translation>Läufe (*.lbrun *tfevents* *.pkl *.csv *.tsv *.json *.jsonl *.ndjson *.log *.db *.gz);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Has Its Process Ended?</source>
        <translation>Ist der Prozess beendet?</translation>
    </message>
    <message>
        <source>%1 is %2.</source>
        <translation>%1 ist %2.</translation>
    </message>
    <message>
        <source>If the process still runs, changing its file destroys its recording. Check on that machine before you go on.</source>
        <translation>Läuft der Prozess noch, zerstört eine Änderung der Datei seine Aufzeichnung. Sehen Sie auf jenem Rechner nach, bevor Sie fortfahren.</translation>
    </message>
    <message>
        <source>Process Has Ended</source>
        <translation>Prozess ist beendet</translation>
    </message>
    <message>
        <source>Cannot change</source>
        <translation>Ändern nicht möglich</translation>
    </message>
    <message>
        <source>Double-click a row to see its plot</source>
        <translation>Ein Doppelklick auf eine Zeile zeigt ihr Diagramm</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunViewMenu</name>
    <message>
        <source>Saved &amp;Views</source>
        <translation>Gespeicherte &amp;Ansichten</translation>
    </message>
    <message>
        <source>&amp;Save This View …</source>
        <translation>Diese Ansicht &amp;speichern …</translation>
    </message>
    <message>
        <source>&amp;Delete View</source>
        <translation>Ansicht &amp;löschen</translation>
    </message>
    <message>
        <source>Save View</source>
        <translation>Ansicht speichern</translation>
    </message>
    <message>
        <source>Columns, filter and order are saved under this name:</source>
        <translation>Spalten, Filter und Reihenfolge werden unter diesem Namen gespeichert:</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunWatchers</name>
    <message>
        <source>Settings of the recorded training. All changes are listed under Run Details.</source>
        <translation>Einstellungen des aufgezeichneten Trainings. Alle Änderungen stehen unter „Einzelheiten des Laufs“.</translation>
    </message>
    <message>
        <source>A lens of a plug-in keeps the settings that its training began with.</source>
        <translation>Eine Linse eines Plug-ins behält die Einstellungen, mit denen ihr Training begann.</translation>
    </message>
    <message>
        <source>Watch …</source>
        <translation>Beobachten …</translation>
    </message>
    <message>
        <source>Watch a parameter, a buffer, or a module&apos;s inputs or outputs</source>
        <translation>Einen Parameter, einen Puffer oder Ein- oder Ausgaben eines Moduls beobachten</translation>
    </message>
    <message>
        <source>Record …</source>
        <translation>Aufzeichnen …</translation>
    </message>
    <message>
        <source>Record the tensors of layers, to look at them</source>
        <translation>Die Tensoren von Schichten aufzeichnen, um sie anzusehen</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ShortcutSheet</name>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>Tastenkürzel suchen</translation>
    </message>
    <message>
        <source>Shortcuts by menu</source>
        <translation>Tastenkürzel nach Menüs</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message>
        <source>No shortcut contains “%1”.</source>
        <translation>Kein Tastenkürzel enthält „%1“.</translation>
    </message>
</context>
<context>
    <name>lensboard::app::ThemeMenu</name>
    <message>
        <source>&amp;Theme</source>
        <translation>Farb&amp;schema</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>Light or dark, as the desktop is</source>
        <translation>Hell oder dunkel, wie die Arbeitsumgebung</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Dark text on light ground</source>
        <translation>Dunkle Schrift auf hellem Grund</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>Light text on dark ground</source>
        <translation>Helle Schrift auf dunklem Grund</translation>
    </message>
</context>
<context>
    <name>lensboard::app::TrainingActions</name>
    <message>
        <source>Train More Epoc&amp;hs …</source>
        <translation>&amp;Mehr Epochen trainieren …</translation>
    </message>
    <message>
        <source>Go on from this run&apos;s checkpoint in a new run</source>
        <translation>Vom Checkpoint dieses Laufs in einem neuen Lauf weitertrainieren</translation>
    </message>
    <message>
        <source>Save &amp;Checkpoint</source>
        <translation>Checkpoint speic&amp;hern</translation>
    </message>
    <message>
        <source>Write a checkpoint to resume this training from</source>
        <translation>Einen Checkpoint schreiben, von dem dieses Training fortgesetzt werden kann</translation>
    </message>
    <message>
        <source>Save Trained &amp;Model …</source>
        <translation>Trainiertes Mode&amp;ll speichern …</translation>
    </message>
    <message>
        <source>Write the model as it is now, for PyTorch</source>
        <translation>Das Modell schreiben, wie es jetzt ist, für PyTorch</translation>
    </message>
    <message>
        <source>Res&amp;ume from Checkpoint</source>
        <translation>Vom Checkpoint &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Train on where this run stopped, in its own file</source>
        <translation>Dort weitertrainieren, wo dieser Lauf angehalten wurde, in seiner eigenen Datei</translation>
    </message>
    <message>
        <source>&amp;Again with Changes …</source>
        <translation>&amp;Noch einmal mit Änderungen …</translation>
    </message>
    <message>
        <source>Edit this run&apos;s experiment, and train it</source>
        <translation>Das Experiment dieses Laufs bearbeiten und trainieren</translation>
    </message>
    <message>
        <source>Continue with Chan&amp;ges …</source>
        <translation>Mit Änder&amp;ungen weitertrainieren …</translation>
    </message>
    <message>
        <source>Edit this run&apos;s experiment, and go on from its checkpoint in a new run</source>
        <translation>Das Experiment dieses Laufs bearbeiten und von seinem Checkpoint aus in einem neuen Lauf weitertrainieren</translation>
    </message>
    <message>
        <source>Save Trained Model</source>
        <translation>Trainiertes Modell speichern</translation>
    </message>
    <message>
        <source>PyTorch models (*.pt)</source>
        <translation>PyTorch-Modelle (*.pt)</translation>
    </message>
    <message>
        <source>&amp;Watch an Attribute …</source>
        <translation>Att&amp;ribut beobachten …</translation>
    </message>
    <message>
        <source>Watch a parameter, a buffer, or a module&apos;s inputs or outputs</source>
        <translation>Einen Parameter, einen Puffer oder Ein- oder Ausgaben eines Moduls beobachten</translation>
    </message>
    <message>
        <source>Record the tensors of layers, to look at them</source>
        <translation>Die Tensoren von Schichten aufzeichnen, um sie anzusehen</translation>
    </message>
    <message>
        <source>Recor&amp;d Tensors …</source>
        <translation>&amp;Tensoren aufzeichnen …</translation>
    </message>
    <message>
        <source>Res&amp;ume “%1” from Checkpoint</source>
        <translation>„%1“ vom Checkpoint &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Train More Epoc&amp;hs of “%1” …</source>
        <translation>&amp;Mehr Epochen von „%1“ trainieren …</translation>
    </message>
    <message>
        <source>Train “%1” &amp;Again with Changes …</source>
        <translation>„%1“ &amp;noch einmal mit Änderungen trainieren …</translation>
    </message>
    <message>
        <source>Continue “%1” with Chan&amp;ges …</source>
        <translation>„%1“ mit Änder&amp;ungen weitertrainieren …</translation>
    </message>
</context>
<context>
    <name>lensboard::app::TrainingFeed</name>
    <message>
        <source>%1. The run is kept in memory: use Save a Copy before closing.</source>
        <translation>%1. Der Lauf bleibt im Arbeitsspeicher: vor dem Schließen „Kopie speichern“ verwenden.</translation>
    </message>
    <message>
        <source>The model is saved in %1.</source>
        <translation>Das Modell ist in %1 gespeichert.</translation>
    </message>
    <message>
        <source>The model could not be saved: %1</source>
        <translation>Das Modell konnte nicht gespeichert werden: %1</translation>
    </message>
    <message>
        <source>The training failed: %1</source>
        <translation>Das Training ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Preparing&lt;/h3&gt;%1 …</source>
        <translation>&lt;h3&gt;Vorbereitung&lt;/h3&gt;%1 …</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Ready to train&lt;/h3&gt;Press &lt;b&gt;Start&lt;/b&gt; (F5). Plots appear here with the first tick; lenses can be switched on and off at the left at any time.</source>
        <translation>&lt;h3&gt;Bereit zum Training&lt;/h3&gt;&lt;b&gt;Starten&lt;/b&gt; (F5) beginnt. Diagramme erscheinen hier mit dem ersten Tick; Linsen lassen sich links jederzeit ein- und ausschalten.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Training&lt;/h3&gt;Plots appear with the first tick.</source>
        <translation>&lt;h3&gt;Training&lt;/h3&gt;Diagramme erscheinen mit dem ersten Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;The training failed&lt;/h3&gt;%1</source>
        <translation>&lt;h3&gt;Das Training ist fehlgeschlagen&lt;/h3&gt;%1</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Ended before the first tick&lt;/h3&gt;There is nothing to plot.</source>
        <translation>&lt;h3&gt;Vor dem ersten Tick beendet&lt;/h3&gt;Es gibt nichts zu zeichnen.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Ready to train without lenses&lt;/h3&gt;Nothing will be measured, not even the loss. Switch lenses on in the list at the left, then press &lt;b&gt;Start&lt;/b&gt; (F5).</source>
        <translation>&lt;h3&gt;Bereit zum Training ohne Linsen&lt;/h3&gt;Nichts wird gemessen, auch nicht der Verlust. Schalten Sie links in der Liste Linsen ein, dann beginnt &lt;b&gt;Starten&lt;/b&gt; (F5).</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Training without lenses&lt;/h3&gt;Nothing is measured, not even the loss. Switch lenses on in the list at the left: their plots appear with the next tick.</source>
        <translation>&lt;h3&gt;Training ohne Linsen&lt;/h3&gt;Nichts wird gemessen, auch nicht der Verlust. Schalten Sie links in der Liste Linsen ein: Ihre Diagramme erscheinen mit dem nächsten Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Trained without lenses&lt;/h3&gt;Nothing was measured, not even the loss. &lt;b&gt;Again with Changes …&lt;/b&gt; opens the experiment, where lenses can be added.</source>
        <translation>&lt;h3&gt;Ohne Linsen trainiert&lt;/h3&gt;Nichts wurde gemessen, auch nicht der Verlust. &lt;b&gt;Noch einmal mit Änderungen …&lt;/b&gt; öffnet das Experiment, dort lassen sich Linsen hinzufügen.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Training&lt;/h3&gt;Plots appear with the next measured tick.</source>
        <translation>&lt;h3&gt;Training&lt;/h3&gt;Diagramme erscheinen mit dem nächsten gemessenen Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nothing was measured&lt;/h3&gt;The training ended before the first measured tick.</source>
        <translation>&lt;h3&gt;Nichts wurde gemessen&lt;/h3&gt;Das Training endete vor dem ersten gemessenen Tick.</translation>
    </message>
</context>
<context>
    <name>lensboard::app::WelcomePage</name>
    <message>
        <source>Train an example</source>
        <translation>Ein Beispiel trainieren</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Runs, experiments and models (*.lbrun *.json *.pt)</source>
        <translation>Läufe, Experimente und Modelle (*.lbrun *.json *.pt)</translation>
    </message>
    <message>
        <source>Recent runs</source>
        <translation>Zuletzt benutzte Läufe</translation>
    </message>
    <message>
        <source>Open a run (.lbrun) or an experiment (.json), drop a file here, or train an example.</source>
        <translation>Öffnen Sie einen Lauf (.lbrun) oder ein Experiment (.json), ziehen Sie eine Datei hierher oder trainieren Sie ein Beispiel.</translation>
    </message>
    <message>
        <source>Watch a network train from the inside</source>
        <translation>Einem Netz von innen beim Training zusehen</translation>
    </message>
    <message>
        <source>New Experiment</source>
        <translation>Neues Experiment</translation>
    </message>
    <message>
        <source>Write an experiment, from the defaults or from another one</source>
        <translation>Ein Experiment schreiben, ausgehend von den Vorgaben oder einem anderen</translation>
    </message>
    <message>
        <source>Open …</source>
        <translation>Öffnen …</translation>
    </message>
    <message>
        <source>Open a run, an experiment or a model</source>
        <translation>Einen Lauf, ein Experiment oder ein Modell öffnen</translation>
    </message>
    <message>
        <source>Open Folder …</source>
        <translation>Ordner öffnen …</translation>
    </message>
    <message>
        <source>List the runs in a folder</source>
        <translation>Die Läufe in einem Ordner auflisten</translation>
    </message>
    <message>
        <source>Recorded Runs</source>
        <translation>Aufgezeichnete Läufe</translation>
    </message>
    <message>
        <source>List the runs that were recorded on this computer</source>
        <translation>Die Läufe auflisten, die auf diesem Rechner aufgezeichnet wurden</translation>
    </message>
</context>
<context>
    <name>lensboard::app::WindowMenu</name>
    <message>
        <source>Reopen Close&amp;d Tab</source>
        <translation>&amp;Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Open again the run or list that was closed last</source>
        <translation>Den Lauf oder die Liste wieder öffnen, die zuletzt geschlossen wurde</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&amp;Tabs</source>
        <translation>&amp;Tabs</translation>
    </message>
    <message>
        <source>&amp;New Window</source>
        <translation>&amp;Neues Fenster</translation>
    </message>
    <message>
        <source>Open an empty window</source>
        <translation>Ein leeres Fenster öffnen</translation>
    </message>
    <message>
        <source>&amp;Move Tab to New Window</source>
        <translation>Tab in neues Fenster &amp;verschieben</translation>
    </message>
    <message>
        <source>Give this run or list a window of its own</source>
        <translation>Diesem Lauf oder dieser Liste ein eigenes Fenster geben</translation>
    </message>
    <message>
        <source>&amp;Close Window</source>
        <translation>Fenster &amp;schließen</translation>
    </message>
    <message>
        <source>Close the runs of this window; others stay open</source>
        <translation>Die Läufe dieses Fensters schließen; andere bleiben offen</translation>
    </message>
    <message>
        <source>Ne&amp;xt Tab</source>
        <translation>Nä&amp;chster Tab</translation>
    </message>
    <message>
        <source>Go to the tab at the right</source>
        <translation>Zum Tab rechts daneben</translation>
    </message>
    <message>
        <source>&amp;Previous Tab</source>
        <translation>Vor&amp;heriger Tab</translation>
    </message>
    <message>
        <source>Go to the tab at the left</source>
        <translation>Zum Tab links daneben</translation>
    </message>
    <message>
        <source>&amp;Reopen Tabs at Start</source>
        <translation>Tabs beim Start &amp;wieder öffnen</translation>
    </message>
    <message>
        <source>Reopen the current tabs at the next start, if no file is given</source>
        <translation>Die jetzigen Tabs beim nächsten Start wieder öffnen, wenn keine Datei angegeben ist</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::AdvancedRows</name>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
    <message>
        <source>Show the settings that are seldom changed, or not</source>
        <translation>Einstellungen ein- oder ausblenden, die selten geändert werden</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardActions</name>
    <message>
        <source>Logarithmic Values</source>
        <translation>Logarithmische Werte</translation>
    </message>
    <message>
        <source>Show values on a logarithmic scale, a symmetric one where they change sign</source>
        <translation>Werte auf logarithmischer Skala zeigen, auf symmetrischer, wo sie das Vorzeichen wechseln</translation>
    </message>
    <message>
        <source>Automatic Limits</source>
        <translation>Automatische Grenzen</translation>
    </message>
    <message>
        <source>From the least to the greatest value on view</source>
        <translation>Vom kleinsten bis zum größten sichtbaren Wert</translation>
    </message>
    <message>
        <source>Robust Limits</source>
        <translation>Robuste Grenzen</translation>
    </message>
    <message>
        <source>Without the least and the greatest hundredth of the values on view</source>
        <translation>Ohne das kleinste und das größte Hundertstel der sichtbaren Werte</translation>
    </message>
    <message>
        <source>Typed Limits …</source>
        <translation>Eingegebene Grenzen …</translation>
    </message>
    <message>
        <source>From and to values that you give</source>
        <translation>Von und bis zu angegebenen Werten</translation>
    </message>
    <message>
        <source>Hide This Tag</source>
        <translation>Diesen Tag verbergen</translation>
    </message>
    <message>
        <source>Hide the plots of this tag; undo brings them back</source>
        <translation>Die Diagramme dieses Tags verbergen; Rückgängig bringt sie wieder</translation>
    </message>
    <message>
        <source>Plot on Whole Screen</source>
        <translation>Diagramm als Vollbild</translation>
    </message>
    <message>
        <source>Show this plot alone, on the whole screen</source>
        <translation>Nur dieses Diagramm auf dem ganzen Bildschirm zeigen</translation>
    </message>
    <message>
        <source>Copy Plot</source>
        <translation>Diagramm kopieren</translation>
    </message>
    <message>
        <source>Copy this plot to the clipboard as a picture</source>
        <translation>Dieses Diagramm als Bild in die Zwischenablage kopieren</translation>
    </message>
    <message>
        <source>Plot over this</source>
        <translation>Hierüber auftragen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Tick</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Wall Time</source>
        <translation>Uhrzeit</translation>
    </message>
    <message>
        <source>Relative Time</source>
        <translation>Relative Zeit</translation>
    </message>
    <message>
        <source>−σ … +σ</source>
        <translation>−σ … +σ</translation>
    </message>
    <message>
        <source>Show the band of a standard deviation</source>
        <translation>Das Band einer Standardabweichung zeigen</translation>
    </message>
    <message>
        <source>Q1 … Q3</source>
        <translation>Q1 … Q3</translation>
    </message>
    <message>
        <source>Show the band between the quartiles</source>
        <translation>Das Band zwischen den Quartilen zeigen</translation>
    </message>
    <message>
        <source>Min … Max</source>
        <translation>Min … Max</translation>
    </message>
    <message>
        <source>Show the band from the least to the greatest</source>
        <translation>Das Band vom kleinsten bis zum größten Wert zeigen</translation>
    </message>
    <message>
        <source>In Model Order</source>
        <translation>Wie im Modell</translation>
    </message>
    <message>
        <source>Sort the plots of layers as the model runs them</source>
        <translation>Diagramme der Schichten so ordnen, wie das Modell sie durchläuft</translation>
    </message>
    <message>
        <source>By Name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Sort the plots of layers by name</source>
        <translation>Diagramme der Schichten nach Namen ordnen</translation>
    </message>
    <message>
        <source>Worst First</source>
        <translation>Schlechteste zuerst</translation>
    </message>
    <message>
        <source>Layers with values that are not finite first, then by the last value, the greatest first</source>
        <translation>Schichten mit nicht endlichen Werten zuerst, dann nach dem letzten Wert, der größte zuerst</translation>
    </message>
    <message>
        <source>Smoother</source>
        <translation>Stärker glätten</translation>
    </message>
    <message>
        <source>Smooth lines more; the raw ones stay, faintly</source>
        <translation>Linien stärker glätten; die rohen bleiben blass sichtbar</translation>
    </message>
    <message>
        <source>Less Smooth</source>
        <translation>Weniger glätten</translation>
    </message>
    <message>
        <source>Smooth lines less</source>
        <translation>Linien weniger glätten</translation>
    </message>
    <message>
        <source>Link Zoom</source>
        <translation>Zoom koppeln</translation>
    </message>
    <message>
        <source>Zoom and pan all plots together</source>
        <translation>Alle Diagramme gemeinsam vergrößern und verschieben</translation>
    </message>
    <message>
        <source>Undo the last change of hidden plots, zoom or view</source>
        <translation>Die letzte Änderung an verborgenen Diagrammen, Zoom oder Ansicht zurücknehmen</translation>
    </message>
    <message>
        <source>Redo the change undone last</source>
        <translation>Die zuletzt zurückgenommene Änderung wiederholen</translation>
    </message>
    <message>
        <source>Zoom In</source>
        <translation>Vergrößern</translation>
    </message>
    <message>
        <source>Show less of the x axis</source>
        <translation>Weniger von der x-Achse zeigen</translation>
    </message>
    <message>
        <source>Zoom Out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Show more of the x axis</source>
        <translation>Mehr von der x-Achse zeigen</translation>
    </message>
    <message>
        <source>Earlier</source>
        <translation>Früher</translation>
    </message>
    <message>
        <source>Move towards the beginning</source>
        <translation>Zum Anfang hin verschieben</translation>
    </message>
    <message>
        <source>Later</source>
        <translation>Später</translation>
    </message>
    <message>
        <source>Move towards the end</source>
        <translation>Zum Ende hin verschieben</translation>
    </message>
    <message>
        <source>Reset Zoom</source>
        <translation>Zoom zurücksetzen</translation>
    </message>
    <message>
        <source>Show all of the x axis in every plot</source>
        <translation>In jedem Diagramm die ganze x-Achse zeigen</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Follow new values, keeping the width of the shown range</source>
        <translation>Mit Neuem mitlaufen, so breit wie der jetzige Ausschnitt</translation>
    </message>
    <message>
        <source>Pin Cursor A</source>
        <translation>Cursor A setzen</translation>
    </message>
    <message>
        <source>Pin Cursor B</source>
        <translation>Cursor B setzen</translation>
    </message>
    <message>
        <source>Remove Cursors</source>
        <translation>Cursor entfernen</translation>
    </message>
    <message>
        <source>Remove the cursors A and B</source>
        <translation>Die Cursor A und B entfernen</translation>
    </message>
    <message>
        <source>Go to First Non-finite Layer</source>
        <translation>Zur ersten nicht endlichen Schicht</translation>
    </message>
    <message>
        <source>Scroll to the layer with the earliest NaN or infinite value</source>
        <translation>Zur Schicht mit dem frühesten NaN oder unendlichen Wert rollen</translation>
    </message>
    <message>
        <source>&amp;x Axis</source>
        <translation>&amp;x-Achse</translation>
    </message>
    <message>
        <source>&amp;Bands</source>
        <translation>&amp;Bänder</translation>
    </message>
    <message>
        <source>Learning Rate Changes</source>
        <translation>Änderungen der Lernrate</translation>
    </message>
    <message>
        <source>Mark on the x axis where the learning rate was set</source>
        <translation>Auf der x-Achse markieren, wo die Lernrate gesetzt wurde</translation>
    </message>
    <message>
        <source>Lens Changes</source>
        <translation>Änderungen an Linsen</translation>
    </message>
    <message>
        <source>Mark on the x axis where lenses were switched or set</source>
        <translation>Auf der x-Achse markieren, wo Linsen geschaltet oder eingestellt wurden</translation>
    </message>
    <message>
        <source>Notices</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Mark notices of the run on the x axis: resumptions, checkpoints, layers that begin anew</source>
        <translation>Hinweise des Laufs auf der x-Achse markieren: Fortsetzungen, Checkpoints, Schichten, die neu beginnen</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Warnungen</translation>
    </message>
    <message>
        <source>Mark warnings on the x axis</source>
        <translation>Warnungen auf der x-Achse markieren</translation>
    </message>
    <message>
        <source>First Non-finite Value</source>
        <translation>Erster nicht endlicher Wert</translation>
    </message>
    <message>
        <source>Mark on the x axis where a value was NaN or infinite first</source>
        <translation>Auf der x-Achse markieren, wo ein Wert zuerst NaN oder unendlich war</translation>
    </message>
    <message>
        <source>Logged Texts</source>
        <translation>Protokollierte Texte</translation>
    </message>
    <message>
        <source>Mark on the x axis where other tools logged texts</source>
        <translation>Auf der x-Achse markieren, wo andere Werkzeuge Texte protokollierten</translation>
    </message>
    <message>
        <source>&amp;Events</source>
        <translation>&amp;Ereignisse</translation>
    </message>
    <message>
        <source>&amp;Zoom</source>
        <translation>&amp;Zoom</translation>
    </message>
    <message>
        <source>&amp;Cursors</source>
        <translation>&amp;Cursor</translation>
    </message>
    <message>
        <source>Sort &amp;Layers</source>
        <translation>&amp;Schichten ordnen</translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation>Besch&amp;riftung</translation>
    </message>
    <message>
        <source>Keep cursor A where the mouse is; at the newest tick if it is over no plot</source>
        <translation>Cursor A dort behalten, wo die Maus ist; beim neuesten Tick, wenn sie über keinem Diagramm ist</translation>
    </message>
    <message>
        <source>Keep cursor B where the mouse is; at the newest tick if it is over no plot</source>
        <translation>Cursor B dort behalten, wo die Maus ist; beim neuesten Tick, wenn sie über keinem Diagramm ist</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Mark on the x axis since when rules found something</source>
        <translation>Auf der x-Achse markieren, seit wann Regeln etwas fanden</translation>
    </message>
    <message>
        <source>Export Plot …</source>
        <translation>Diagramm exportieren …</translation>
    </message>
    <message>
        <source>Write a picture of this plot, in a size and with colours that you choose</source>
        <translation>Ein Bild dieses Diagramms schreiben, in einer Größe und mit Farben, die Sie wählen</translation>
    </message>
    <message>
        <source>&amp;What Is This Plot?</source>
        <translation>&amp;Was ist dieses Diagramm?</translation>
    </message>
    <message>
        <source>Explain the plot under the mouse</source>
        <translation>Das Diagramm unter der Maus erklären</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardBar</name>
    <message>
        <source>Quantity of the x axis</source>
        <translation>Größe der x-Achse</translation>
    </message>
    <message>
        <source>x axis:</source>
        <translation>x-Achse:</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Glättung</translation>
    </message>
    <message>
        <source>Smoothing:</source>
        <translation>Glättung:</translation>
    </message>
    <message>
        <source>Order of layers</source>
        <translation>Reihenfolge der Schichten</translation>
    </message>
    <message>
        <source>How the plots of layers are sorted. Worst first: not finite, then the greatest last value.</source>
        <translation>Wie die Diagramme der Schichten geordnet sind. Schlechteste zuerst: nicht endlich, dann der größte letzte Wert.</translation>
    </message>
    <message>
        <source>Layers:</source>
        <translation>Schichten:</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Weight of earlier values in a debiased exponential average. That of a run that has ended looks both ways and does not lag. The raw line stays, faintly.</source>
        <translation>Gewicht früherer Werte in einem erwartungstreuen exponentiellen Mittel. Bei einem beendeten Lauf blickt es in beide Richtungen und hängt nicht nach. Die rohe Linie bleibt blass sichtbar.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Tick</source>
        <translation>Tick</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>Wall time</source>
        <translation>Uhrzeit</translation>
    </message>
    <message>
        <source>Relative time</source>
        <translation>Relative Zeit</translation>
    </message>
    <message>
        <source>In model order</source>
        <translation>Wie im Modell</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Namen</translation>
    </message>
    <message>
        <source>Worst first</source>
        <translation>Schlechteste zuerst</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardNavigation</name>
    <message>
        <source>All values are finite.</source>
        <translation>Alle Werte sind endlich.</translation>
    </message>
    <message>
        <source>There is no plot of %1 here.</source>
        <translation>Hier gibt es kein Diagramm von %1.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardState</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>first value that is not finite, in %1</source>
        <translation>erster nicht endlicher Wert, in %1</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>tick %1</source>
        <translation>Tick %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>sample %1</source>
        <translation>Beispiel %1</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardVisibility</name>
    <message>
        <source>Show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>Hide %1</source>
        <translation>%1 verbergen</translation>
    </message>
    <message>
        <source>Hide Layers</source>
        <translation>Schichten verbergen</translation>
    </message>
    <message>
        <source>Show Layers</source>
        <translation>Schichten zeigen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ColumnUsesModel</name>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>tick</source>
        <translation>Tick</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>Phase</translation>
    </message>
    <message>
        <source>name of a series</source>
        <translation>Name einer Reihe</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>übersprungen</translation>
    </message>
    <message>
        <source>Its numbers are plotted.</source>
        <translation>Ihre Zahlen werden gezeichnet.</translation>
    </message>
    <message>
        <source>Its whole numbers place the rows along the x axis.</source>
        <translation>Ihre ganzen Zahlen ordnen die Zeilen entlang der x-Achse.</translation>
    </message>
    <message>
        <source>Its numbers are the epochs of the rows.</source>
        <translation>Ihre Zahlen sind die Epochen der Zeilen.</translation>
    </message>
    <message>
        <source>Its numbers are the ticks of the rows.</source>
        <translation>Ihre Zahlen sind die Ticks der Zeilen.</translation>
    </message>
    <message>
        <source>Its numbers count the samples seen until the row.</source>
        <translation>Ihre Zahlen zählen die Beispiele bis zur Zeile.</translation>
    </message>
    <message>
        <source>Its dates, or seconds since 1970, are the times of the rows.</source>
        <translation>Ihre Zeitangaben oder Sekunden seit 1970 sind die Zeiten der Zeilen.</translation>
    </message>
    <message>
        <source>Each of its values is a run with series and steps of its own.</source>
        <translation>Jeder ihrer Werte ist ein Lauf mit eigenen Reihen und Schritten.</translation>
    </message>
    <message>
        <source>Each of its values is a part of the run, such as training and validation, with series of its own.</source>
        <translation>Jeder ihrer Werte ist ein Teil des Laufs, wie Training und Validierung, mit eigenen Reihen.</translation>
    </message>
    <message>
        <source>One series for each of its values: a row is one value of the series that it names.</source>
        <translation>Eine Reihe für jeden ihrer Werte: eine Zeile ist ein Wert der Reihe, die sie nennt.</translation>
    </message>
    <message>
        <source>This column is not read.</source>
        <translation>Diese Spalte wird nicht gelesen.</translation>
    </message>
    <message>
        <source>You chose this.</source>
        <translation>Das haben Sie gewählt.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Spalte</translation>
    </message>
    <message>
        <source>Read as</source>
        <translation>Gelesen als</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ColumnsDialog</name>
    <message>
        <source>Choose Columns</source>
        <translation>Spalten wählen</translation>
    </message>
    <message>
        <source>Search columns</source>
        <translation>Spalten suchen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Experiment</source>
        <translation>Experiment</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::CorrelationTable</name>
    <message>
        <source>Correlations of settings with the metric</source>
        <translation>Korrelationen der Einstellungen mit der Metrik</translation>
    </message>
    <message>
        <source>Field</source>
        <translation>Feld</translation>
    </message>
    <message>
        <source>Rank Correlation</source>
        <translation>Rangkorrelation</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Spearman’s: 1 if the metric rises wherever the field does, −1 if it falls, 0 if neither</source>
        <translation>Nach Spearman: 1, wenn die Metrik überall mit dem Feld steigt, −1, wenn sie fällt, 0, wenn keins von beiden gilt</translation>
    </message>
    <message>
        <source>How many runs have a value of both</source>
        <translation>Wie viele Läufe von beiden einen Wert haben</translation>
    </message>
    <message>
        <source>At least three runs with a number for %1 and %2 are needed.</source>
        <translation>Dazu sind mindestens drei Läufe mit einer Zahl für %1 und %2 nötig.</translation>
    </message>
    <message>
        <source>The field has more than two texts, or the field or the metric is the same in all of these runs.</source>
        <translation>Das Feld hat mehr als zwei Texte, oder Feld oder Metrik ist in allen diesen Läufen gleich.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::CurvePlot</name>
    <message>
        <source>Precision against recall</source>
        <translation>Genauigkeit (Precision) über Trefferquote (Recall)</translation>
    </message>
    <message>
        <source>recall</source>
        <translation>Recall</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Precision</translation>
    </message>
    <message>
        <source>threshold %1: precision %2, recall %3 (%4 true and %5 false positives, %6 true and %7 false negatives)</source>
        <translation>Schwelle %1: Precision %2, Recall %3 (%4 richtig und %5 falsch positive, %6 richtig und %7 falsch negative)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::DepthPlot</name>
    <message>
        <source>Drag to move through time</source>
        <translation>Ziehen bewegt durch die Zeit</translation>
    </message>
    <message>
        <source>%1: not measured</source>
        <translation>%1: nicht gemessen</translation>
    </message>
    <message>
        <source>last measured: %1</source>
        <translation>zuletzt gemessen: %1</translation>
    </message>
    <message>
        <source>ratio of %1</source>
        <translation>Verhältnis: %1</translation>
    </message>
    <message>
        <source>difference of %1</source>
        <translation>Differenz: %1</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::DifferencesModel</name>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Ticks</source>
        <translation>Ticks</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Last %1</source>
        <translation>%1 zuletzt</translation>
    </message>
    <message>
        <source>Best %1</source>
        <translation>%1 bestenfalls</translation>
    </message>
    <message>
        <source>Environment: %1</source>
        <translation>Umgebung: %1</translation>
    </message>
    <message>
        <source>This run has none</source>
        <translation>Dieser Lauf hat keinen</translation>
    </message>
    <message>
        <source>%1 by default: it was left out</source>
        <translation>%1 als Vorgabe: nicht angegeben</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>unterschiedlich</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::DivergenceView</name>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>Gradients of outputs</source>
        <translation>Gradienten der Ausgaben</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>Evaluation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>not finite</source>
        <translation>nicht endlich</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>The runs have no quantity with values at the same step.</source>
        <translation>Die Läufe haben keine Größe mit Werten am selben Schritt.</translation>
    </message>
    <message>
        <source>All values are equal: %1 series, %2 common ticks.</source>
        <translation>Alle Werte sind gleich: %1 Reihen, %2 gemeinsame Ticks.</translation>
    </message>
    <message>
        <source>First difference: step %1, %2.</source>
        <translation>Erster Unterschied: Schritt %1, %2.</translation>
    </message>
    <message>
        <source>Its tick covers several steps, so their order is not known; the largest differences come first.</source>
        <translation>Sein Tick umfasst mehrere Schritte, ihre Reihenfolge ist also nicht bekannt; die größten Unterschiede stehen zuerst.</translation>
    </message>
    <message>
        <source>Equal before that, in the same step: %1.</source>
        <translation>Davor im selben Schritt gleich: %1.</translation>
    </message>
    <message>
        <source>The ticks of the runs end at different steps. Means over a tick are means of different steps.</source>
        <translation>Die Ticks der Läufe enden an verschiedenen Schritten. Mittelwerte eines Ticks sind Mittelwerte verschiedener Schritte.</translation>
    </message>
    <message numerus="yes">
        <source>%n series are in one run only.</source>
        <translation>
            <numerusform>%n Reihe gibt es nur in einem der Läufe.</numerusform>
            <numerusform>%n Reihen gibt es nur in einem der Läufe.</numerusform>
        </translation>
    </message>
    <message>
        <source>Comparing values …</source>
        <translation>Werte werden verglichen …</translation>
    </message>
    <message>
        <source>Values that differ</source>
        <translation>Werte, die sich unterscheiden</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Difference divided by the largest value up to this step</source>
        <translation>Unterschied, geteilt durch den größten Wert bis zu diesem Schritt</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Equal up to step %1</source>
        <translation>Gleich bis Schritt %1</translation>
    </message>
    <message>
        <source>The first values differ already</source>
        <translation>Schon die ersten Werte sind verschieden</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Teil</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Bezeichnung</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ExperimentEditor</name>
    <message>
        <source>The experiment as JSON</source>
        <translation>Das Experiment als JSON</translation>
    </message>
    <message>
        <source>Change of Line %1</source>
        <translation>Änderung von Zeile %1</translation>
    </message>
    <message>
        <source>Change of %1</source>
        <translation>Änderung von %1</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::HealthPanel</name>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>Show Evidence</source>
        <translation>Beleg zeigen</translation>
    </message>
    <message>
        <source>Go to the plots that show it</source>
        <translation>Zu den Diagrammen gehen, die es zeigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Put it away until it becomes worse</source>
        <translation>Weglegen, bis es schlimmer wird</translation>
    </message>
    <message>
        <source>Remind Me in 10 Minutes</source>
        <translation>In 10 Minuten erinnern</translation>
    </message>
    <message>
        <source>Put it away for ten minutes</source>
        <translation>Für zehn Minuten weglegen</translation>
    </message>
    <message>
        <source>Remind Me in an Hour</source>
        <translation>In einer Stunde erinnern</translation>
    </message>
    <message>
        <source>Put it away for an hour</source>
        <translation>Für eine Stunde weglegen</translation>
    </message>
    <message>
        <source>Not a Problem Here</source>
        <translation>Hier kein Problem</translation>
    </message>
    <message>
        <source>Never show findings of this rule in trainings of this experiment</source>
        <translation>Befunde dieser Regel in Trainings dieses Experiments nie zeigen</translation>
    </message>
    <message>
        <source>Show Again</source>
        <translation>Wieder zeigen</translation>
    </message>
    <message>
        <source>Undo putting it away</source>
        <translation>Das Weglegen rückgängig machen</translation>
    </message>
    <message>
        <source>Copy as Text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Copy the finding; all of them if none is chosen</source>
        <translation>Den Befund kopieren; alle, wenn keiner gewählt ist</translation>
    </message>
    <message>
        <source>Put Away</source>
        <translation>Weglegen</translation>
    </message>
    <message>
        <source>Looking at the run …</source>
        <translation>Der Lauf wird angesehen …</translation>
    </message>
    <message>
        <source>The run cannot be judged: %1</source>
        <translation>Der Lauf kann nicht beurteilt werden: %1</translation>
    </message>
    <message>
        <source>No other findings.</source>
        <translation>Keine weiteren Befunde.</translation>
    </message>
    <message>
        <source>No findings so far.</source>
        <translation>Bisher keine Befunde.</translation>
    </message>
    <message numerus="yes">
        <source>%n put away.</source>
        <translation>
            <numerusform>%n weggelegt.</numerusform>
            <numerusform>%n weggelegt.</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Without %1 not judged: %2</source>
        <translation>Ohne %1 nicht beurteilt: %2</translation>
    </message>
    <message>
        <source>Click a lens to switch it on</source>
        <translation>Eine Linse anklicken, um sie einzuschalten</translation>
    </message>
    <message>
        <source>No findings.</source>
        <translation>Keine Befunde.</translation>
    </message>
    <message>
        <source>Without losses of validation not judged: %1</source>
        <translation>Ohne Verluste der Validierung nicht beurteilt: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n rules had nothing to judge by.</source>
        <translation>
            <numerusform>%n Regel konnte nichts beurteilen.</numerusform>
            <numerusform>%n Regeln konnten nichts beurteilen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n Hinweis</numerusform>
            <numerusform>%n Hinweise</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>training from scratch</source>
        <translation>Training von Grund auf</translation>
    </message>
    <message>
        <source>fine-tuning</source>
        <translation>Feinabstimmung</translation>
    </message>
    <message>
        <source>continued training</source>
        <translation>fortgesetztes Training</translation>
    </message>
    <message>
        <source>reinforcement learning</source>
        <translation>bestärkendes Lernen</translation>
    </message>
    <message>
        <source>adversarial training</source>
        <translation>gegnerisches Training</translation>
    </message>
    <message>
        <source>self-supervised learning</source>
        <translation>selbstüberwachtes Lernen</translation>
    </message>
    <message>
        <source>learning rate range test</source>
        <translation>Suchlauf der Lernrate</translation>
    </message>
    <message>
        <source>unknown training</source>
        <translation>unbekanntes Training</translation>
    </message>
    <message>
        <source>Judged as: %1, because %2</source>
        <translation>Beurteilt als: %1; %2</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::HeatMapPlot</name>
    <message>
        <source>colours end at robust limits</source>
        <translation>Farben enden an robusten Grenzen</translation>
    </message>
    <message>
        <source>values beyond the limits</source>
        <translation>Werte jenseits der Grenzen</translation>
    </message>
    <message>
        <source>ratio of %1</source>
        <translation>Verhältnis: %1</translation>
    </message>
    <message>
        <source>difference of %1</source>
        <translation>Differenz: %1</translation>
    </message>
    <message>
        <source>%1 at step %2</source>
        <translation>%1 bei Schritt %2</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1; %2: %3</source>
        <translation>%1; %2: %3</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::HistogramPlot</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1 of %2 histograms</source>
        <translation>%1 von %2 Histogrammen</translation>
    </message>
    <message>
        <source>density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>share per decade</source>
        <translation>Anteil je Dekade</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LabelButton</name>
    <message>
        <source>Shown line</source>
        <translation>Gezeigte Linie</translation>
    </message>
    <message>
        <source>All lines</source>
        <translation>Alle Linien</translation>
    </message>
    <message>
        <source>Shows %1; choose another line</source>
        <translation>Zeigt %1; andere Linie wählen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LayerModel</name>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Output: %1</source>
        <translation>Ausgabe: %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>%1 %2, frozen</source>
        <translation>%1 %2, eingefroren</translation>
    </message>
    <message>
        <source>Parameters: %1</source>
        <translation>Parameter: %1</translation>
    </message>
    <message>
        <source>Shape of its output; N is the batch size</source>
        <translation>Die Form ihrer Ausgabe; N ist die Größe des Batches</translation>
    </message>
    <message>
        <source>Number of parameters, including contained layers</source>
        <translation>Zahl der Parameter, samt enthaltener Schichten</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Params</source>
        <translation>Parameter</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LayerPanel</name>
    <message>
        <source>Layers of the model</source>
        <translation>Schichten des Modells</translation>
    </message>
    <message>
        <source>&amp;Find Layers</source>
        <translation>&amp;Schichten suchen</translation>
    </message>
    <message>
        <source>Search the layers by name or type</source>
        <translation>Die Schichten nach Name oder Typ durchsuchen</translation>
    </message>
    <message>
        <source>&amp;Show Only These</source>
        <translation>&amp;Nur diese zeigen</translation>
    </message>
    <message>
        <source>Hide the plots of all layers except the selected or found ones</source>
        <translation>Die Diagramme aller Schichten ausblenden, außer den ausgewählten oder gefundenen</translation>
    </message>
    <message>
        <source>&amp;Hide These</source>
        <translation>&amp;Diese ausblenden</translation>
    </message>
    <message>
        <source>Hide the plots of the selected or found layers</source>
        <translation>Die Diagramme der ausgewählten oder gefundenen Schichten ausblenden</translation>
    </message>
    <message>
        <source>Show &amp;All</source>
        <translation>&amp;Alle zeigen</translation>
    </message>
    <message>
        <source>Show the plots of all layers</source>
        <translation>Die Diagramme aller Schichten zeigen</translation>
    </message>
    <message>
        <source>&amp;Expand All</source>
        <translation>Alle a&amp;usklappen</translation>
    </message>
    <message>
        <source>Unfold all layers</source>
        <translation>Alle Schichten ausklappen</translation>
    </message>
    <message>
        <source>&amp;Collapse All</source>
        <translation>Alle &amp;einklappen</translation>
    </message>
    <message>
        <source>Fold all layers</source>
        <translation>Alle Schichten einklappen</translation>
    </message>
    <message>
        <source>Find layers by name or type</source>
        <translation>Schichten nach Name oder Typ suchen</translation>
    </message>
    <message>
        <source>Search by a regular expression, as ^fc or conv[12]</source>
        <translation>Nach einem regulären Ausdruck suchen, etwa ^fc oder conv[12]</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Show, hide and fold layers</source>
        <translation>Schichten zeigen, ausblenden und einklappen</translation>
    </message>
    <message>
        <source>No regular expression: %1, at character %2</source>
        <translation>Kein regulärer Ausdruck: %1, beim Zeichen %2</translation>
    </message>
    <message>
        <source>No layer has such a name or type.</source>
        <translation>Keine Schicht hat einen solchen Namen oder Typ.</translation>
    </message>
    <message>
        <source>&amp;Watch an Attribute …</source>
        <translation>Att&amp;ribut beobachten …</translation>
    </message>
    <message>
        <source>Words of a layer&apos;s name and type (Ctrl+F)</source>
        <translation>Wörter aus Name und Typ einer Schicht (Strg+F)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LegendLabel</name>
    <message>
        <source>+%1 more</source>
        <translation>+%1 weitere</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LensModel</name>
    <message>
        <source>%1: %2.</source>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>%1 Off, it costs nothing and leaves a gap in its plots.</source>
        <translation>%1 Ausgeschaltet kostet sie nichts und hinterlässt eine Lücke in ihren Diagrammen.</translation>
    </message>
    <message>
        <source>Show the plots of %1</source>
        <translation>Diagramme von %1 zeigen</translation>
    </message>
    <message>
        <source>&lt; 1 µs</source>
        <translation>&lt; 1 µs</translation>
    </message>
    <message>
        <source>%1 µs</source>
        <translation>%1 µs</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 of %2 a step (%3 %)</source>
        <translation>%1 von %2 je Schritt (%3 %)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Show the tensors of %1 beside the plots</source>
        <translation>Die Tensoren von %1 neben den Diagrammen zeigen</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>Linse</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>the host&apos;s time, not the device&apos;s</source>
        <translation>Zeit des Rechners, nicht des Geräts</translation>
    </message>
    <message>
        <source>%1 of tensors to compare the next with</source>
        <translation>%1 an Tensoren, um die nächsten damit zu vergleichen</translation>
    </message>
    <message>
        <source>Lens · cost %1 (limit %2)</source>
        <translation>Linse · Kosten %1 (Grenze %2)</translation>
    </message>
    <message>
        <source>Time that a lens takes per step</source>
        <translation>Zeit, die eine Linse je Schritt braucht</translation>
    </message>
    <message>
        <source>Time of lenses in recent steps: %1 of the training&apos;s own time. The limit is %2 (inspector.budget).
Within the limit, lenses measure as many steps as possible, chosen at random. In its first 100 measured steps a lens measures some steps of each tick; all lenses together may then take up to 25 %.
The plot Steps Measured shows each lens&apos;s share of steps.</source>
        <translation>Zeit der Linsen in den letzten Schritten: %1 der Zeit des Trainings selbst. Die Grenze ist %2 (inspector.budget).
Innerhalb der Grenze messen Linsen so viele Schritte wie möglich, zufällig gewählt. In ihren ersten 100 gemessenen Schritten misst eine Linse in jedem Tick einige Schritte; alle Linsen zusammen dürfen dann bis zu 25 % brauchen.
Das Diagramm Gemessene Schritte zeigt den Anteil jeder Linse.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LensSettingsDialog</name>
    <message>
        <source>%1 Settings</source>
        <translation>Einstellungen von %1</translation>
    </message>
    <message>
        <source>Measure like this from the next batch on</source>
        <translation>Ab dem nächsten Batch so messen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LensView</name>
    <message>
        <source>&amp;Settings …</source>
        <translation>&amp;Einstellungen …</translation>
    </message>
    <message>
        <source>Lenses and their tags</source>
        <translation>Linsen und ihre Tags</translation>
    </message>
    <message>
        <source>Settings of %1 (Enter)</source>
        <translation>Einstellungen von %1 (Eingabetaste)</translation>
    </message>
    <message>
        <source>Settings of %1</source>
        <translation>Einstellungen von %1</translation>
    </message>
    <message>
        <source>Show &amp;Costs</source>
        <translation>&amp;Kosten zeigen</translation>
    </message>
    <message>
        <source>Show or hide the column of lens costs</source>
        <translation>Die Spalte mit den Kosten der Linsen zeigen oder verbergen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LimitsDialog</name>
    <message>
        <source>Limits of %1</source>
        <translation>Grenzen von %1</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>&amp;Von</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Bis</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::LinePlot</name>
    <message>
        <source>shares in %1</source>
        <translation>Anteile an %1</translation>
    </message>
    <message>
        <source>values beyond the limits</source>
        <translation>Werte jenseits der Grenzen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MarkdownText</name>
    <message>
        <source>Text of this step</source>
        <translation>Text dieses Schritts</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MediaList</name>
    <message numerus="yes">
        <source>%Ln image(s)</source>
        <translation>
            <numerusform>%Ln Bild</numerusform>
            <numerusform>%Ln Bilder</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sound(s)</source>
        <translation>
            <numerusform>%Ln Ton</numerusform>
            <numerusform>%Ln Töne</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln text(s)</source>
        <translation>
            <numerusform>%Ln Text</numerusform>
            <numerusform>%Ln Texte</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln PR curve(s)</source>
        <translation>
            <numerusform>%Ln PR-Kurve</numerusform>
            <numerusform>%Ln PR-Kurven</numerusform>
        </translation>
    </message>
    <message>
        <source>Find media by name</source>
        <translation>Medien nach Namen suchen</translation>
    </message>
    <message>
        <source>Media of this run</source>
        <translation>Medien dieses Laufs</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MediaView</name>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>Formatted</source>
        <translation>Formatiert</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Save As …</source>
        <translation>&amp;Speichern unter …</translation>
    </message>
    <message>
        <source>Step of the shown media</source>
        <translation>Schritt der gezeigten Medien</translation>
    </message>
    <message>
        <source>Smaller (−)</source>
        <translation>Kleiner (−)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>A pixel of the screen for each pixel of a picture (1)</source>
        <translation>Ein Pixel des Bildschirms für jedes Pixel eines Bildes (1)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fit into the window (0)</source>
        <translation>Ins Fenster einpassen (0)</translation>
    </message>
    <message>
        <source>Show the text as Markdown; else as it is</source>
        <translation>Den Text als Markdown zeigen, sonst unverändert</translation>
    </message>
    <message>
        <source>Copy the selected picture or the text (Ctrl+C)</source>
        <translation>Das gewählte Bild oder den Text kopieren (Strg+C)</translation>
    </message>
    <message>
        <source>Write the selected picture, the text or the curve to a file</source>
        <translation>Das gewählte Bild, den Text oder die Kurve in eine Datei schreiben</translation>
    </message>
    <message numerus="yes">
        <source>%Ln more of this step not shown</source>
        <translation>
            <numerusform>%Ln weiteres dieses Schritts nicht gezeigt</numerusform>
            <numerusform>%Ln weitere dieses Schritts nicht gezeigt</numerusform>
        </translation>
    </message>
    <message>
        <source>No media have such a name.</source>
        <translation>Keine Medien haben einen solchen Namen.</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 Pixel</translation>
    </message>
    <message>
        <source>of several sizes</source>
        <translation>verschiedener Größe</translation>
    </message>
    <message>
        <source>This text is damaged.</source>
        <translation>Dieser Text ist beschädigt.</translation>
    </message>
    <message>
        <source>This curve is damaged.</source>
        <translation>Diese Kurve ist beschädigt.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln threshold(s)</source>
        <translation>
            <numerusform>%Ln Schwelle</numerusform>
            <numerusform>%Ln Schwellen</numerusform>
        </translation>
    </message>
    <message>
        <source>Save As …</source>
        <translation>Speichern unter …</translation>
    </message>
    <message>
        <source>Save this sound to a file</source>
        <translation>Diesen Ton in eine Datei speichern</translation>
    </message>
    <message>
        <source>Loading …</source>
        <translation>Wird geladen …</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Play this sound with the program of the desktop</source>
        <translation>Diesen Ton mit dem Programm der Arbeitsumgebung abspielen</translation>
    </message>
    <message>
        <source>No program plays this sound. Save it to a file instead.</source>
        <translation>Kein Programm spielt diesen Ton ab. Speichern Sie ihn stattdessen in eine Datei.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>&lt;h3&gt;The media of this run are not here&lt;/h3&gt;Images, sounds, texts and curves stay in the original files. Open these files on their own machine to see them: %1</source>
        <translation>&lt;h3&gt;Die Medien dieses Laufs sind nicht hier&lt;/h3&gt;Bilder, Töne, Texte und Kurven bleiben in den ursprünglichen Dateien. Öffnen Sie diese Dateien auf ihrem Rechner, um sie zu sehen: %1</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::MessageBar</name>
    <message>
        <source>Show in Folder</source>
        <translation>Im Ordner zeigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Die Meldung verwerfen</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n earlier)</source>
        <translation>
            <numerusform>%1 (%n frühere)</numerusform>
            <numerusform>%1 (%n frühere)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ModelTree</name>
    <message>
        <source>Find by name or type</source>
        <translation>Nach Name oder Typ suchen</translation>
    </message>
    <message>
        <source>Layers of the model</source>
        <translation>Schichten des Modells</translation>
    </message>
    <message>
        <source>Modules, parameters and buffers of the model</source>
        <translation>Module, Parameter und Puffer des Modells</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Typ</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>Shape of its output; N is the batch size</source>
        <translation>Die Form ihrer Ausgabe; N ist die Größe des Batches</translation>
    </message>
    <message>
        <source>parameter</source>
        <translation>Parameter</translation>
    </message>
    <message>
        <source>buffer</source>
        <translation>Puffer</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::NoTimesNotice</name>
    <message>
        <source>&lt;h3&gt;No times were recorded&lt;/h3&gt;The files of these runs have no times, so they cannot be plotted over time.</source>
        <translation>&lt;h3&gt;Keine Zeiten aufgezeichnet&lt;/h3&gt;Die Dateien dieser Läufe enthalten keine Zeiten, daher lassen sie sich nicht über der Zeit darstellen.</translation>
    </message>
    <message>
        <source>Plot over Steps</source>
        <translation>Über Schritten darstellen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ObjectEditor</name>
    <message>
        <source>Kind of %1</source>
        <translation>Art: %1</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ObjectListEditor</name>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add to the list</source>
        <translation>Zur Liste hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the chosen one from the list</source>
        <translation>Das Gewählte aus der Liste entfernen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Move the chosen one up (%1)</source>
        <translation>Das Gewählte nach oben schieben (%1)</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Move the chosen one down (%1)</source>
        <translation>Das Gewählte nach unten schieben (%1)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ParallelCoordinates</name>
    <message>
        <source>Parallel coordinates of runs</source>
        <translation>Parallele Koordinaten der Läufe</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::PictureSheet</name>
    <message>
        <source>Pictures of this step</source>
        <translation>Bilder dieses Schritts</translation>
    </message>
    <message>
        <source>column %1, row %2: %3</source>
        <translation>Spalte %1, Zeile %2: %3</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::PlotBoard</name>
    <message>
        <source>View of %1</source>
        <translation>Ansicht von %1</translation>
    </message>
    <message>
        <source>Reset Looks</source>
        <translation>Darstellungen zurücksetzen</translation>
    </message>
    <message numerus="yes">
        <source>%n more</source>
        <translation>
            <numerusform>%n weiterer</numerusform>
            <numerusform>%n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Not plotted over time, since no times were recorded: %1</source>
        <translation>Nicht über der Zeit dargestellt, da keine Zeiten aufgezeichnet wurden: %1</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::PlotWindow</name>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp; Esc closes</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; &amp;nbsp; Esc schließt</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ProblemList</name>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ReadoutModel</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linie</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>Measured at</source>
        <translation>Gemessen bei</translation>
    </message>
    <message>
        <source>Layer in %1</source>
        <translation>Schicht in %1</translation>
    </message>
    <message>
        <source>%1, mean of %2 of %3 runs</source>
        <translation>%1, Mittelwert von %2 von %3 Läufen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ReadoutPanel</name>
    <message>
        <source>Values under the cursor</source>
        <translation>Werte unter dem Cursor</translation>
    </message>
    <message>
        <source>Move the mouse over a plot. Keys A and B pin cursors there.</source>
        <translation>Den Mauszeiger über ein Diagramm bewegen. Die Tasten A und B setzen dort Cursor.</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>bei %1</translation>
    </message>
    <message>
        <source>A at %1, B at %2, Δx = %3</source>
        <translation>A bei %1, B bei %2, Δx = %3</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ReplayControls</name>
    <message>
        <source>&amp;Play</source>
        <translation>A&amp;bspielen</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Place in the recording, in ticks</source>
        <translation>Stelle der Aufzeichnung, in Ticks</translation>
    </message>
    <message>
        <source>Go to another tick of the recording</source>
        <translation>Zu einem anderen Tick der Aufzeichnung gehen</translation>
    </message>
    <message>
        <source>tick %1 of %2</source>
        <translation>Tick %1 von %2</translation>
    </message>
    <message>
        <source>Play the recording as if it were live</source>
        <translation>Die Aufzeichnung abspielen, als wäre sie live</translation>
    </message>
    <message>
        <source>Stand still</source>
        <translation>Stehen bleiben</translation>
    </message>
    <message>
        <source>Play one tick, then pause</source>
        <translation>Einen Tick abspielen, dann pausieren</translation>
    </message>
    <message>
        <source>Go back to the beginning</source>
        <translation>Zurück zum Anfang</translation>
    </message>
    <message>
        <source>Speed of the replay</source>
        <translation>Tempo der Wiedergabe</translation>
    </message>
    <message>
        <source>Unit of the speed</source>
        <translation>Einheit des Tempos</translation>
    </message>
    <message>
        <source>× as recorded</source>
        <translation>× wie aufgezeichnet</translation>
    </message>
    <message>
        <source>ticks per second</source>
        <translation>Ticks je Sekunde</translation>
    </message>
    <message>
        <source>as fast as can be seen</source>
        <translation>so schnell, wie man folgen kann</translation>
    </message>
    <message>
        <source>The pace of the recording; pauses in it last a second at most</source>
        <translation>Das Tempo der Aufzeichnung; Pausen darin dauern höchstens eine Sekunde</translation>
    </message>
    <message>
        <source>Each tick by itself, or the whole run in 20 seconds</source>
        <translation>Jeder Tick für sich, oder der ganze Lauf in 20 Sekunden</translation>
    </message>
    <message>
        <source>&amp;Speed</source>
        <translation>&amp;Tempo</translation>
    </message>
    <message>
        <source>The whole replay takes %1</source>
        <translation>Die ganze Wiedergabe dauert %1</translation>
    </message>
    <message>
        <source>Paus&amp;e</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>S&amp;tep One Tick</source>
        <translation>&amp;Einen Tick weiter</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunControls</name>
    <message>
        <source>epoch %1/%2 · batch %3/%4</source>
        <translation>Epoche %1/%2 · Batch %3/%4</translation>
    </message>
    <message>
        <source> · %1 steps/s</source>
        <translation> · %1 Schritte/s</translation>
    </message>
    <message>
        <source> · %1 left</source>
        <translation> · noch %1</translation>
    </message>
    <message>
        <source>Preparing</source>
        <translation>Vorbereitung</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Validating</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Pausiert</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Starten</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Pausieren</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>&amp;Anhalten</translation>
    </message>
    <message>
        <source>Start training, or go on</source>
        <translation>Training starten oder fortsetzen</translation>
    </message>
    <message>
        <source>Pause after this batch</source>
        <translation>Nach diesem Batch pausieren</translation>
    </message>
    <message>
        <source>Train one batch, then pause</source>
        <translation>Einen Batch trainieren, dann pausieren</translation>
    </message>
    <message>
        <source>Stop for good and close the run file</source>
        <translation>Endgültig anhalten und die Laufdatei schließen</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>Learning rate from the next batch on</source>
        <translation>Lernrate ab dem nächsten Batch</translation>
    </message>
    <message>
        <source>Progress of the training</source>
        <translation>Fortschritt des Trainings</translation>
    </message>
    <message>
        <source>Re&amp;sume</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Train until the next tick is drawn, then pause</source>
        <translation>Bis zum nächsten gezeichneten Tick trainieren, dann anhalten</translation>
    </message>
    <message>
        <source>L&amp;earning rate</source>
        <translation>Le&amp;rnrate</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Hält an</translation>
    </message>
    <message>
        <source>Leave this batch at once and close the run file</source>
        <translation>Diesen Batch sofort verlassen und die Laufdatei schließen</translation>
    </message>
    <message>
        <source>This batch does not end. Stop again to abandon it; all recorded values are kept.</source>
        <translation>Dieser Batch endet nicht. Nochmals Anhalten bricht ihn ab; alle aufgezeichneten Werte bleiben.</translation>
    </message>
    <message>
        <source>S&amp;tep One Batch</source>
        <translation>&amp;Einen Batch weiter</translation>
    </message>
    <message>
        <source>Step to &amp;Next Tick</source>
        <translation>Bis zum nächsten Ti&amp;ck</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>Schritt %1</translation>
    </message>
    <message>
        <source>epoch %1</source>
        <translation>Epoche %1</translation>
    </message>
    <message>
        <source>Findings in this run</source>
        <translation>Befunde in diesem Lauf</translation>
    </message>
    <message>
        <source>Set &amp;Learning Rate</source>
        <translation>Lernrate set&amp;zen</translation>
    </message>
    <message>
        <source>Change the learning rate of the running training</source>
        <translation>Die Lernrate des laufenden Trainings ändern</translation>
    </message>
    <message>
        <source>%1 is the first of the runs on these plots; these controls are for it</source>
        <translation>%1 ist der erste der Läufe in diesen Diagrammen; diese Steuerung gilt für ihn</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunGroups</name>
    <message numerus="yes">
        <source>%1, %n run(s)</source>
        <translation>
            <numerusform>%1, %n Lauf</numerusform>
            <numerusform>%1, %n Läufe</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>%1 (%2 of %3, %4 not finite)</source>
        <translation>%1 (%2 von %3, %4 nicht endlich)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunInsights</name>
    <message>
        <source>Insights</source>
        <translation>Zusammenhänge</translation>
    </message>
    <message>
        <source>How settings go with results: parallel coordinates, a scatter plot and correlations of the runs that are shown</source>
        <translation>Wie Einstellungen und Ergebnisse zusammenhängen: parallele Koordinaten, ein Streudiagramm und Korrelationen der gezeigten Läufe</translation>
    </message>
    <message>
        <source>Parallel Coordinates</source>
        <translation>Parallele Koordinaten</translation>
    </message>
    <message>
        <source>Scatter</source>
        <translation>Streudiagramm</translation>
    </message>
    <message>
        <source>Correlation</source>
        <translation>Korrelation</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Metrik</translation>
    </message>
    <message>
        <source>At least two runs with different settings are needed.</source>
        <translation>Dazu sind mindestens zwei Läufe mit verschiedenen Einstellungen nötig.</translation>
    </message>
    <message>
        <source>At least three runs with different settings and a number for %1 are needed.</source>
        <translation>Dazu sind mindestens drei Läufe mit verschiedenen Einstellungen und einer Zahl für %1 nötig.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunListModel</name>
    <message>
        <source>unreadable</source>
        <translation>unlesbar</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Ticks</source>
        <translation>Ticks</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>%1 in the experiment</source>
        <translation>%1 im Experiment</translation>
    </message>
    <message>
        <source>The first loss, or else metric, from its first value to its last</source>
        <translation>Der erste Verlust, sonst die erste Metrik, vom ersten bis zum letzten Wert</translation>
    </message>
    <message>
        <source>The last value of %1</source>
        <translation>Der letzte Wert von %1</translation>
    </message>
    <message>
        <source>The least value of %1</source>
        <translation>Der kleinste Wert von %1</translation>
    </message>
    <message>
        <source>The greatest value of %1</source>
        <translation>Der größte Wert von %1</translation>
    </message>
    <message>
        <source>The mean of the last %1 values of %2</source>
        <translation>Das Mittel der letzten %1 Werte von %2</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Least %1</source>
        <translation>Kleinster Wert: %1</translation>
    </message>
    <message>
        <source>Greatest %1</source>
        <translation>Größter Wert: %1</translation>
    </message>
    <message>
        <source>Mean %1</source>
        <translation>Mittel: %1</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>Gesundheit</translation>
    </message>
    <message>
        <source>Health: %1</source>
        <translation>Gesundheit: %1</translation>
    </message>
    <message>
        <source>differs</source>
        <translation>unterschiedlich</translation>
    </message>
    <message>
        <source>Number of problems, or else of warnings; empty if the run was not judged. The tool tip of a cell names the rules</source>
        <translation>Anzahl der Probleme oder sonst der Warnungen; leer, wenn der Lauf nicht beurteilt wurde. Der Tooltip einer Zelle nennt die Regeln</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunScatter</name>
    <message>
        <source>Logarithmic &amp;Horizontal Axis</source>
        <translation>Waagerechte Achse &amp;logarithmisch</translation>
    </message>
    <message>
        <source>Logarithmic &amp;Vertical Axis</source>
        <translation>&amp;Senkrechte Achse logarithmisch</translation>
    </message>
    <message>
        <source>Scatter plot of runs</source>
        <translation>Streudiagramm der Läufe</translation>
    </message>
    <message>
        <source>Show the values of this axis on a logarithmic scale</source>
        <translation>Die Werte dieser Achse logarithmisch zeigen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunTable</name>
    <message>
        <source>Columns That &amp;Differ</source>
        <translation>Spalten mit &amp;Unterschieden</translation>
    </message>
    <message>
        <source>Search, or: lr &lt; 0.01 and val_accuracy &gt; 0.9</source>
        <translation>Suchen, oder: lr &lt; 0.01 and val_accuracy &gt; 0.9</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Clear Search</source>
        <translation>Suche löschen</translation>
    </message>
    <message>
        <source>&amp;Choose Columns …</source>
        <translation>Spalten &amp;wählen …</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Columns of the table, and saved views</source>
        <translation>Spalten der Tabelle, und gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>&amp;Hide “%1”</source>
        <translation>„%1“ &amp;ausblenden</translation>
    </message>
    <message>
        <source>&amp;Group by “%1”</source>
        <translation>Nach „%1“ &amp;gruppieren</translation>
    </message>
    <message>
        <source>Do &amp;Not Group</source>
        <translation>&amp;Nicht gruppieren</translation>
    </message>
    <message>
        <source>Words: show runs with all of them in name, file, notes and status.
Conditions, such as lr &lt; 0.01, with &lt;, &lt;=, &gt;, &gt;=, =, != or ~ (“contains”): join several by AND, OR, NOT and parentheses. MIN(x) and MAX(x) are of all values of x, MEAN(x) is of the last ten, x alone is the last one. Names with blanks stand in `backquotes`.</source>
        <translation>Wörter: Läufe zeigen, die sie alle in Name, Datei, Notizen und Status enthalten.
Bedingungen, etwa lr &lt; 0.01, mit &lt;, &lt;=, &gt;, &gt;=, =, != oder ~ („enthält“): mehrere durch AND, OR, NOT und Klammern verbinden. MIN(x) und MAX(x) gelten für alle Werte von x, MEAN(x) für die letzten zehn, x allein für den letzten. Namen mit Leerzeichen stehen in `Gravis-Zeichen`.</translation>
    </message>
    <message>
        <source>Search, or: lr &lt; 0.01</source>
        <translation>Suchen, oder: lr &lt; 0.01</translation>
    </message>
    <message>
        <source>&amp;Colour by “%1”</source>
        <translation>Nach „%1“ &amp;färben</translation>
    </message>
    <message>
        <source>Colour &amp;Each Run</source>
        <translation>&amp;Jeden Lauf eigens färben</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln run(s) match</source>
        <translation>
            <numerusform>%1 von %Ln Lauf passt</numerusform>
            <numerusform>%1 von %Ln Läufen passen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::RunsPanel</name>
    <message>
        <source>Runs on these plots</source>
        <translation>Läufe auf diesen Diagrammen</translation>
    </message>
    <message>
        <source>Add Run …</source>
        <translation>Lauf hinzufügen …</translation>
    </message>
    <message>
        <source>Lay another run over these plots</source>
        <translation>Einen weiteren Lauf über diese Diagramme legen</translation>
    </message>
    <message>
        <source>Mean and Band</source>
        <translation>Mittel und Band</translation>
    </message>
    <message>
        <source>Differences …</source>
        <translation>Unterschiede …</translation>
    </message>
    <message>
        <source>How the experiments of the chosen runs, or of all, differ</source>
        <translation>Worin sich die Experimente der gewählten oder aller Läufe unterscheiden</translation>
    </message>
    <message>
        <source>Take Off</source>
        <translation>Wegnehmen</translation>
    </message>
    <message>
        <source>Take the chosen runs off these plots; their files stay</source>
        <translation>Die gewählten Läufe von diesen Diagrammen nehmen; ihre Dateien bleiben</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message numerus="yes">
        <source>mean of %n run(s)</source>
        <translation>
            <numerusform>Mittel aus %n Lauf</numerusform>
            <numerusform>Mittel aus %n Läufen</numerusform>
        </translation>
    </message>
    <message>
        <source>Colour %1</source>
        <translation>Farbe %1</translation>
    </message>
    <message>
        <source>Show mean and standard deviation of the chosen runs, or of all shown runs. Each step counts only the runs with values there. In a grouped list, each group&apos;s mean replaces its runs</source>
        <translation>Mittelwert und Standardabweichung der gewählten Läufe oder aller gezeigten Läufe zeigen. Je Schritt zählen nur die Läufe mit Werten dort. In einer gruppierten Liste ersetzt der Mittelwert jeder Gruppe deren Läufe</translation>
    </message>
    <message>
        <source>Show These Runs Only</source>
        <translation>Nur diese Läufe zeigen</translation>
    </message>
    <message>
        <source>Hide all runs but the chosen ones</source>
        <translation>Alle Läufe außer den gewählten ausblenden</translation>
    </message>
    <message>
        <source>Show All Runs</source>
        <translation>Alle Läufe zeigen</translation>
    </message>
    <message>
        <source>Show the runs that are hidden</source>
        <translation>Ausgeblendete Läufe zeigen</translation>
    </message>
    <message>
        <source>Search Runs</source>
        <translation>Läufe suchen</translation>
    </message>
    <message>
        <source>Choose the runs on these plots by words or by a condition</source>
        <translation>Die Läufe dieser Diagramme durch Wörter oder eine Bedingung wählen</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::ScatterPanel</name>
    <message>
        <source>Horizontal axis</source>
        <translation>Waagerechte Achse</translation>
    </message>
    <message>
        <source>Vertical axis</source>
        <translation>Senkrechte Achse</translation>
    </message>
    <message>
        <source>At least one run with a value for both %1 and %2 is needed.</source>
        <translation>Dazu ist mindestens ein Lauf mit einem Wert für %1 und %2 nötig.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::SectionList</name>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TagHeader</name>
    <message>
        <source>Overlay</source>
        <translation>Überlagert</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>Histogramme</translation>
    </message>
    <message>
        <source>Ridges</source>
        <translation>Grate</translation>
    </message>
    <message>
        <source>A plot for each layer</source>
        <translation>Ein Diagramm je Schicht</translation>
    </message>
    <message>
        <source>All layers in one plot</source>
        <translation>Alle Schichten in einem Diagramm</translation>
    </message>
    <message>
        <source>Layers by ticks, with values as colours</source>
        <translation>Schichten über Ticks, Werte als Farben</translation>
    </message>
    <message>
        <source>Values against layers, at the tick under the cursor</source>
        <translation>Werte über den Schichten, beim Tick unter dem Cursor</translation>
    </message>
    <message>
        <source>How values are distributed, over time, with counts as colours</source>
        <translation>Wie Werte verteilt sind, über die Zeit, Anzahlen als Farben</translation>
    </message>
    <message>
        <source>How values are distributed, one behind the other</source>
        <translation>Wie Werte verteilt sind, hintereinander</translation>
    </message>
    <message>
        <source>Scale, limits and more</source>
        <translation>Skala, Grenzen und mehr</translation>
    </message>
    <message>
        <source>Small Multiples</source>
        <translation>Kleine Vielfache</translation>
    </message>
    <message>
        <source>Heat Map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Depth Profile</source>
        <translation>Tiefenprofil</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>How the other runs differ from the first that is visible</source>
        <translation>Wie sich die anderen Läufe vom ersten sichtbaren unterscheiden</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TagPlot</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>tick</source>
        <translation>Tick</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>Epoche</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>time since the first tick</source>
        <translation>Zeit seit dem ersten Tick</translation>
    </message>
    <message>
        <source>limit %1</source>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>%1 (log)</source>
        <translation>%1 (log)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TagSection</name>
    <message>
        <source>Shown by the lens %1</source>
        <translation>Gezeigt von der Linse %1</translation>
    </message>
    <message>
        <source>All layers begin with %1</source>
        <translation>Alle Schichten beginnen mit %1</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorBars</name>
    <message>
        <source>Bars of the tensor</source>
        <translation>Balken des Tensors</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) not finite</source>
        <translation>
            <numerusform>%Ln Wert nicht endlich</numerusform>
            <numerusform>%Ln Werte nicht endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorGrid</name>
    <message>
        <source>Pictures of the tensor</source>
        <translation>Bilder des Tensors</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorHeatMap</name>
    <message>
        <source>Heat map of the tensor</source>
        <translation>Heatmap des Tensors</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorHistogram</name>
    <message>
        <source>Histogram of the tensor</source>
        <translation>Histogramm des Tensors</translation>
    </message>
    <message numerus="yes">
        <source>%Ln value(s) not finite</source>
        <translation>
            <numerusform>%Ln Wert nicht endlich</numerusform>
            <numerusform>%Ln Werte nicht endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>value; counts on a logarithmic scale</source>
        <translation>Wert; Anzahlen auf logarithmischer Skala</translation>
    </message>
    <message>
        <source>value</source>
        <translation>Wert</translation>
    </message>
    <message numerus="yes">
        <source>%1 to %2: %Ln value(s)</source>
        <translation>
            <numerusform>%1 bis %2: %Ln Wert</numerusform>
            <numerusform>%1 bis %2: %Ln Werte</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorTimeline</name>
    <message>
        <source>Follow the newest</source>
        <translation>Dem neuesten folgen</translation>
    </message>
    <message>
        <source>Tick of the shown tensor</source>
        <translation>Tick des gezeigten Tensors</translation>
    </message>
    <message>
        <source>First (Home)</source>
        <translation>Erster (Pos1)</translation>
    </message>
    <message>
        <source>Previous (Left)</source>
        <translation>Voriger (Links)</translation>
    </message>
    <message>
        <source>Play one after another, or pause (Space)</source>
        <translation>Nacheinander abspielen oder anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>Next (Right)</source>
        <translation>Nächster (Rechts)</translation>
    </message>
    <message>
        <source>Last (End)</source>
        <translation>Letzter (Ende)</translation>
    </message>
    <message>
        <source>Go on to each new one as it is recorded</source>
        <translation>Zu jedem neuen weitergehen, sobald er aufgezeichnet ist</translation>
    </message>
    <message>
        <source>step %1, tick %2, epoch %3</source>
        <translation>Schritt %1, Tick %2, Epoche %3</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <translation>%1 (%2 von %3)</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TensorView</name>
    <message>
        <source>Each by itself</source>
        <translation>Jedes für sich</translation>
    </message>
    <message>
        <source>Logarithmic counts</source>
        <translation>Anzahlen logarithmisch</translation>
    </message>
    <message>
        <source>Save Tensors …</source>
        <translation>Tensoren speichern …</translation>
    </message>
    <message>
        <source>Source of the shown tensors</source>
        <translation>Quelle der gezeigten Tensoren</translation>
    </message>
    <message>
        <source>A recorder, or a monitor that keeps tensors</source>
        <translation>Ein Rekorder, oder ein Monitor, der Tensoren behält</translation>
    </message>
    <message>
        <source>Layer of the shown tensor</source>
        <translation>Schicht des gezeigten Tensors</translation>
    </message>
    <message>
        <source>The layer and its recorded quantity</source>
        <translation>Die Schicht und ihre aufgezeichnete Größe</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Feature maps and filters as pictures</source>
        <translation>Feature-Maps und Filter als Bilder</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>Distribution of values</source>
        <translation>Verteilung der Werte</translation>
    </message>
    <message>
        <source>The tensor&apos;s shape</source>
        <translation>Die Form des Tensors</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>Sample or filter of the shown pictures</source>
        <translation>Beispiel oder Filter der gezeigten Bilder</translation>
    </message>
    <message>
        <source>One of the first dimension, or all at once</source>
        <translation>Eines der ersten Dimension, oder alle auf einmal</translation>
    </message>
    <message>
        <source>Slice that is shown</source>
        <translation>Schnitt, der gezeigt wird</translation>
    </message>
    <message>
        <source>Number of the shown matrix, made of the last two dimensions</source>
        <translation>Nummer der gezeigten Matrix aus den letzten beiden Dimensionen</translation>
    </message>
    <message>
        <source>Each picture uses all colours; else all pictures share one scale of values</source>
        <translation>Jedes Bild nutzt alle Farben; sonst teilen alle Bilder eine Skala</translation>
    </message>
    <message>
        <source>Show rare values beside frequent ones</source>
        <translation>Seltene Werte neben häufigen zeigen</translation>
    </message>
    <message>
        <source>Memory of the recorded tensors, and its limit; at the limit recording stops</source>
        <translation>Speicher der aufgezeichneten Tensoren und seine Grenze; an der Grenze endet die Aufzeichnung</translation>
    </message>
    <message>
        <source>Write these tensors into a folder: a file a layer that PyTorch opens, and an index</source>
        <translation>Diese Tensoren in einen Ordner schreiben: je Schicht eine Datei, die PyTorch öffnet, und ein Verzeichnis</translation>
    </message>
    <message>
        <source>&lt;h3&gt;No tensors yet&lt;/h3&gt;&lt;b&gt;Watch an Attribute&lt;/b&gt; and &lt;b&gt;Record Tensors&lt;/b&gt; in the menu &lt;b&gt;Run&lt;/b&gt; keep tensors of this training to look at here.</source>
        <translation>&lt;h3&gt;Noch keine Tensoren&lt;/h3&gt;&lt;b&gt;Attribut beobachten&lt;/b&gt; und &lt;b&gt;Tensoren aufzeichnen&lt;/b&gt; im Menü &lt;b&gt;Lauf&lt;/b&gt; behalten Tensoren dieses Trainings, um sie hier anzusehen.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This run has no tensors&lt;/h3&gt;Monitors and recorders keep tensors. Add them to an experiment, or to a running training.</source>
        <translation>&lt;h3&gt;Dieser Lauf hat keine Tensoren&lt;/h3&gt;Monitore und Rekorder behalten Tensoren. Fügen Sie sie einem Experiment oder einem laufenden Training hinzu.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This tensor is gone&lt;/h3&gt;Choose another tick.</source>
        <translation>&lt;h3&gt;Dieser Tensor ist nicht mehr da&lt;/h3&gt;Wählen Sie einen anderen Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nothing recorded yet&lt;/h3&gt;The first tensor appears after the first tick with a true condition.</source>
        <translation>&lt;h3&gt;Noch nichts aufgezeichnet&lt;/h3&gt;Der erste Tensor erscheint nach dem ersten Tick, in dem die Bedingung gilt.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nothing was recorded&lt;/h3&gt;The condition never held, or the training ended before the first tick.</source>
        <translation>&lt;h3&gt;Nichts wurde aufgezeichnet&lt;/h3&gt;Die Bedingung galt nie, oder das Training endete vor dem ersten Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This tensor is empty&lt;/h3&gt;Its shape is %1.</source>
        <translation>&lt;h3&gt;Dieser Tensor ist leer&lt;/h3&gt;Seine Form ist %1.</translation>
    </message>
    <message>
        <source>Sample or filter</source>
        <translation>Beispiel oder Filter</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>Schnitt</translation>
    </message>
    <message>
        <source>about %1 MB recorded</source>
        <translation>etwa %1 MB aufgezeichnet</translation>
    </message>
    <message>
        <source>about %1 MB of %2 MB recorded</source>
        <translation>etwa %1 MB von %2 MB aufgezeichnet</translation>
    </message>
    <message>
        <source>The last two dimensions as colours; a single one as bars</source>
        <translation>Die letzten beiden Dimensionen als Farben; eine einzige als Balken</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::WatcherDialog</name>
    <message>
        <source>Record Tensors</source>
        <translation>Tensoren aufzeichnen</translation>
    </message>
    <message>
        <source>Watch an Attribute</source>
        <translation>Attribut beobachten</translation>
    </message>
    <message>
        <source>Recorded quantity of the layers</source>
        <translation>Aufgezeichnete Größe der Schichten</translation>
    </message>
    <message>
        <source>Watched quantity</source>
        <translation>Beobachtete Größe</translation>
    </message>
    <message>
        <source>Choose a parameter or buffer in the tree, or a module to watch its inputs or outputs.</source>
        <translation>Wählen Sie im Baum einen Parameter oder Puffer, oder ein Modul, um seine Ein- oder Ausgaben zu beobachten.</translation>
    </message>
    <message>
        <source>Name: &quot;%1&quot; is there already; choose another.</source>
        <translation>Name: „%1“ gibt es schon; wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Tick the layers to record, or name types of layers under Types.</source>
        <translation>Die aufzuzeichnenden Schichten ankreuzen, oder unter Types Typen von Schichten nennen.</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::Waveform</name>
    <message numerus="yes">
        <source>%1 s, %2 Hz, %Ln channel(s), %3 bits</source>
        <translation>
            <numerusform>%1 s, %2 Hz, %Ln Kanal, %3 Bit</numerusform>
            <numerusform>%1 s, %2 Hz, %Ln Kanäle, %3 Bit</numerusform>
        </translation>
    </message>
    <message>
        <source>This is no uncompressed WAVE file. Save it to open it with another program.</source>
        <translation>Dies ist keine unkomprimierte WAVE-Datei. Speichern Sie sie, um sie mit einem anderen Programm zu öffnen.</translation>
    </message>
    <message>
        <source>time (s)</source>
        <translation>Zeit (s)</translation>
    </message>
</context>
</TS>
