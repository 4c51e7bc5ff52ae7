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
</context>
<context>
    <name>FieldEditor</name>
    <message>
        <source>separate several with commas</source>
        <translation>mehrere durch Kommas trennen</translation>
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
        <source>Zoom to what was marked</source>
        <translation>Auf das Markierte zoomen</translation>
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
    <name>ModelTrust</name>
    <message>
        <source>Run this model?</source>
        <translation>Dieses Modell ausführen?</translation>
    </message>
    <message>
        <source>&amp;Remember for this file as it is now</source>
        <translation>Für diese Datei, wie sie jetzt ist, &amp;merken</translation>
    </message>
    <message>
        <source>Run Model</source>
        <translation>Modell ausführen</translation>
    </message>
    <message>
        <source>Reading %1 …</source>
        <translation>%1 wird gelesen …</translation>
    </message>
    <message>
        <source>The model is not remembered</source>
        <translation>Das Modell wurde nicht gemerkt</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Öffnen nicht möglich</translation>
    </message>
    <message>
        <source>%1

A TorchScript file or a plug-in is a program. Opening it runs it as you: a TorchScript file may use much memory and time, and a plug-in may do all that you may. Run only models from people you trust.</source>
        <translation>%1

Eine TorchScript-Datei oder ein Plug-in ist ein Programm. Beim Öffnen läuft es in Ihrem Namen: Eine TorchScript-Datei kann viel Speicher und Zeit verbrauchen, ein Plug-in darf alles, was Sie dürfen. Führen Sie nur Modelle von Menschen aus, denen Sie vertrauen.</translation>
    </message>
</context>
<context>
    <name>PageOutput</name>
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
        <source>the characters of a text, each to be told from those before it</source>
        <translation>die Zeichen eines Textes, jedes aus den vorigen vorherzusagen</translation>
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
        <source>a decoder in the layout of GPT-2 that tells each next character of a text</source>
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
        <source>tell evaluation by gradients being off, not by the module&apos;s mode</source>
        <translation>Auswertung an abgeschalteten Gradienten erkennen, nicht am Modus des Moduls</translation>
    </message>
    <message>
        <source>what to watch</source>
        <translation>was beobachtet wird</translation>
    </message>
    <message>
        <source>loss and metrics, training and validation apart</source>
        <translation>Loss und Metriken, Training und Validierung getrennt</translation>
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
        <translation>das Modul des Modells, das den Loss ausgibt, eine Zahl; leer: der Loss, den das Training minimiert</translation>
    </message>
    <message>
        <source>two plots, or one for both</source>
        <translation>zwei Diagramme, oder eines für beide</translation>
    </message>
    <message>
        <source>logarithmic scale for the loss</source>
        <translation>logarithmische Skala für den Loss</translation>
    </message>
    <message>
        <source>lines of the loss</source>
        <translation>Linien des Loss</translation>
    </message>
    <message>
        <source>bands of the loss</source>
        <translation>Bänder des Loss</translation>
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
        <source>module types to watch besides activations and dropout, such as Linear</source>
        <translation>Modultypen, die außer Aktivierungen und Dropout beobachtet werden, etwa Linear</translation>
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
        <source>the last dimension is that of the units</source>
        <translation>die letzte Dimension ist die der Einheiten</translation>
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
        <source>module types to watch besides activations, such as Linear</source>
        <translation>Modultypen, die außer Aktivierungen beobachtet werden, etwa Linear</translation>
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
        <source>module types to watch besides these, such as Linear</source>
        <translation>Modultypen, die außer diesen beobachtet werden, etwa Linear</translation>
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
        <source>parameters to watch, by their name in the module</source>
        <translation>beobachtete Parameter, nach ihrem Namen im Modul</translation>
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
        <source>a table as CSV, gzipped or not: a row a sample, a column for what is to be told of it</source>
        <translation>eine Tabelle als CSV, auch mit gzip gepackt: je Beispiel eine Zeile, eine Spalte für das, was zu sagen ist</translation>
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
        <source>standard: each column to mean 0 and deviation 1; minmax: to 0 ... 1; told by the training part alone</source>
        <translation>standard: jede Spalte auf Mittel 0 und Abweichung 1; minmax: auf 0 ... 1; nach dem Trainingsteil allein</translation>
    </message>
    <message>
        <source>regression: targets to mean 0 and deviation 1, so that a loss of 1 is that of telling the mean</source>
        <translation>Regression: Ziele auf Mittel 0 und Abweichung 1, sodass ein Verlust von 1 dem entspricht, immer das Mittel zu sagen</translation>
    </message>
    <message>
        <source>samples and targets in IDX files, as those of MNIST, gzipped or not</source>
        <translation>Beispiele und Ziele in IDX-Dateien wie denen von MNIST, auch mit gzip gepackt</translation>
    </message>
    <message>
        <source>the samples: an IDX file of any type, relative to the experiment&apos;s folder</source>
        <translation>die Beispiele: eine IDX-Datei beliebigen Typs, relativ zum Ordner des Experiments</translation>
    </message>
    <message>
        <source>what is to be told of each sample: likewise</source>
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
        <source>standard: each channel or column to mean 0 and deviation 1; minmax: to 0 ... 1; told by the training part alone</source>
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
        <source>standard: each channel to mean 0 and deviation 1; minmax: to 0 ... 1; told by the training part alone</source>
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
        <source>PNG and JPEG, a folder a class; if there are folders train and val, validation or test, those in each of them</source>
        <translation>PNG und JPEG, je Klasse ein Ordner; gibt es Ordner train und val, validation oder test, dann die in diesen</translation>
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
        <source>what the plug-in that is the model brings along</source>
        <translation>was das Plug-in, das das Modell ist, mitbringt</translation>
    </message>
    <message>
        <source>a table of the same columns that validates; empty: a share of the rows</source>
        <translation>eine Tabelle derselben Spalten, die validiert; leer: ein Anteil der Zeilen</translation>
    </message>
    <message>
        <source>column to be told, several for a regression of several numbers: its name, or its number from 0 or, -1, from the end</source>
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
        <source>what its plot is called; empty: told by what is watched</source>
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
        <source>what is observed, as it is</source>
        <translation>das Beobachtete, wie es ist</translation>
    </message>
    <message>
        <source>time from one observation to the next, in any unit</source>
        <translation>Zeit von einer Beobachtung zur nächsten, in beliebiger Einheit</translation>
    </message>
    <message>
        <source>how far back states are kept, in that unit</source>
        <translation>wie weit zurück Zustände behalten werden, in dieser Einheit</translation>
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
        <source>what goes into a module</source>
        <translation>was in ein Modul hineingeht</translation>
    </message>
    <message>
        <source>what comes out of a module</source>
        <translation>was aus einem Modul herauskommt</translation>
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
        <source>what goes into layers, before their forward</source>
        <translation>was in Schichten hineingeht, vor ihrem Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>whether the recorder is on when training starts</source>
        <translation>ob der Rekorder zu Beginn des Trainings eingeschaltet ist</translation>
    </message>
    <message>
        <source>what it is called; empty: told by what is recorded</source>
        <translation>wie er heißt; leer: nach dem, was aufgezeichnet wird</translation>
    </message>
    <message>
        <source>names of the modules; none: all without children, of the types below</source>
        <translation>Namen der Module; keine: alle ohne Untermodule, von den Typen unten</translation>
    </message>
    <message>
        <source>types of the modules, such as Conv2d; none: all</source>
        <translation>Typen der Module, etwa Conv2d; keine: alle</translation>
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
        <source>what went into layers, after their forward</source>
        <translation>was in Schichten hineinging, nach ihrem Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>what comes out of layers</source>
        <translation>was aus Schichten herauskommt</translation>
    </message>
    <message>
        <source>the gradient of what went into layers, that part which flows through them</source>
        <translation>der Gradient dessen, was in Schichten hineinging, soweit er durch sie fließt</translation>
    </message>
    <message>
        <source>the gradient of what came out of layers</source>
        <translation>der Gradient dessen, was aus Schichten herauskam</translation>
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
        <translation>Loss</translation>
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
        <translation>Loss-Modul</translation>
    </message>
    <message>
        <source>separate_loss_and_metrics</source>
        <translation>Loss und Metriken trennen</translation>
    </message>
    <message>
        <source>log_scale</source>
        <translation>Logarithmische Skala</translation>
    </message>
    <message>
        <source>loss_line</source>
        <translation>Loss-Linien</translation>
    </message>
    <message>
        <source>loss_range</source>
        <translation>Loss-Bänder</translation>
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
</context>
<context>
    <name>TrainingActions</name>
    <message>
        <source>Write what a training can be resumed from; no run is open</source>
        <translation>Schreiben, von wo ein Training fortgesetzt werden kann; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>This run is not trained here, so there is nothing to save</source>
        <translation>Dieser Lauf wird nicht hier trainiert, es gibt also nichts zu speichern</translation>
    </message>
    <message>
        <source>The training did not begin yet</source>
        <translation>Das Training hat noch nicht begonnen</translation>
    </message>
    <message>
        <source>The training is over</source>
        <translation>Das Training ist vorbei</translation>
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
        <source>Edit what a run trained, and train that; no run is open</source>
        <translation>Bearbeiten, was ein Lauf trainiert hat, und das trainieren; es ist kein Lauf geöffnet</translation>
    </message>
    <message>
        <source>This run tells no experiment: another tool recorded it</source>
        <translation>Dieser Lauf nennt kein Experiment: ein anderes Werkzeug hat ihn aufgezeichnet</translation>
    </message>
    <message>
        <source>Edit what a run trained, and go on from its checkpoint; no run is open</source>
        <translation>Bearbeiten, was ein Lauf trainiert hat, und von seinem Checkpoint aus weitertrainieren; es ist kein Lauf geöffnet</translation>
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
        <source>Nothing is trained here, or not any more</source>
        <translation>Hier wird nichts trainiert, oder nicht mehr</translation>
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
        <source>Type a few letters of an action, a run or an example</source>
        <translation>Ein paar Buchstaben einer Aktion, eines Laufs oder Beispiels eingeben</translation>
    </message>
    <message>
        <source>Action</source>
        <translation>Aktion</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
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
    <message>
        <source>The runs do not differ in anything that was recorded.</source>
        <translation>Die Läufe unterscheiden sich in nichts, was aufgezeichnet wurde.</translation>
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
        <source>Tables (*.csv)</source>
        <translation>Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>Cannot export</source>
        <translation>Exportieren nicht möglich</translation>
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
        <translation>Wiederholen</translation>
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
        <source>Prepare Training</source>
        <translation>Training vorbereiten</translation>
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
        <source>The experiment cannot be used yet; what is wrong is told below</source>
        <translation>Das Experiment ist noch nicht verwendbar; was nicht stimmt, steht unten</translation>
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
        <source>Trains on where %1 ended, with its model: data, loss, optimizer, lenses and the number of epochs, which counts those that it had, may be others.</source>
        <translation>Trainiert dort weiter, wo %1 endete, mit dessen Modell: Daten, Verlust, Optimierer, Linsen und die Zahl der Epochen, bei der die bisherigen mitzählen, dürfen andere sein.</translation>
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
        <source>What is &amp;shown: all tags and steps</source>
        <translation>&amp;Gezeigtes: alle Tags und Schritte</translation>
    </message>
    <message>
        <source>What is &amp;shown: %1</source>
        <translation>&amp;Gezeigtes: %1</translation>
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
    <message>
        <source>%1 is not empty. Files of the same names are replaced.</source>
        <translation>%1 ist nicht leer. Gleichnamige Dateien werden ersetzt.</translation>
    </message>
    <message>
        <source>%1 exists. Replace it?</source>
        <translation>%1 ist vorhanden. Ersetzen?</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message numerus="yes">
        <source>without %n layer(s)</source>
        <translation>
            <numerusform>ohne %n Schicht</numerusform>
            <numerusform>ohne %n Schichten</numerusform>
        </translation>
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
        <source>Lensboard speaks it from the next start on.</source>
        <translation>Lensboard verwendet sie ab dem nächsten Start.</translation>
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
        <source>Train an example</source>
        <translation>Ein Beispiel trainieren</translation>
    </message>
    <message>
        <source>Open a run or experiment …</source>
        <translation>Lauf oder Experiment öffnen …</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
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
        <source>Open a run: a recorded one, or what TensorBoard, monitorch, CSV or JSON lines hold</source>
        <translation>Einen Lauf öffnen: einen aufgezeichneten, oder was TensorBoard, monitorch, CSV oder JSON Lines enthalten</translation>
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
        <source>Open &amp;Recent</source>
        <translation>&amp;Zuletzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
    <message>
        <source>Forget which files and folders were opened</source>
        <translation>Vergessen, welche Dateien und Ordner geöffnet wurden</translation>
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
        <source>Write what is shown, or everything, as a picture, tables, JSON lines or for TensorBoard</source>
        <translation>Gezeigtes oder alles als Bild, Tabellen, JSON Lines oder für TensorBoard schreiben</translation>
    </message>
    <message>
        <source>Cop&amp;y Picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Put a picture of what is shown on the clipboard</source>
        <translation>Ein Bild des Gezeigten in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>&amp;Print …</source>
        <translation>&amp;Drucken …</translation>
    </message>
    <message>
        <source>Print what is shown, with dark text on white</source>
        <translation>Gezeigtes drucken, dunkel auf weiß</translation>
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
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
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
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Command Palette …</source>
        <translation>&amp;Befehlspalette …</translation>
    </message>
    <message>
        <source>Find any action by a few letters, and run it</source>
        <translation>Eine Aktion mit wenigen Buchstaben finden und ausführen</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>List all shortcuts, and what the mouse does in plots</source>
        <translation>Alle Tastenkürzel auflisten, und was die Maus in Diagrammen tut</translation>
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
        <source>Nothing was opened yet</source>
        <translation>Noch wurde nichts geöffnet</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Öffnen nicht möglich</translation>
    </message>
    <message>
        <source>Not recorded yet</source>
        <translation>Noch nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>%1 – Lensboard</source>
        <translation>%1 – Lensboard</translation>
    </message>
    <message>
        <source>Not everything is on disk</source>
        <translation>Nicht alles ist gespeichert</translation>
    </message>
    <message>
        <source>%1 has points that could not be written to its file. Closing loses them; Save a Copy writes them elsewhere.</source>
        <translation>%1 hat Punkte, die nicht in seine Datei geschrieben werden konnten. Beim Schließen gehen sie verloren; „Kopie speichern“ schreibt sie an einen anderen Ort.</translation>
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
        <source>%1 is not finished. Stop after this batch? What was recorded is kept.</source>
        <translation>%1 ist nicht beendet. Nach diesem Batch anhalten? Aufgezeichnetes bleibt erhalten.</translation>
    </message>
    <message>
        <source>Stop and Close</source>
        <translation>Anhalten und schließen</translation>
    </message>
    <message>
        <source>Go On</source>
        <translation>Weiter trainieren</translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>&amp;Replay</source>
        <translation>&amp;Wiedergeben</translation>
    </message>
    <message>
        <source>Play this run in a tab of its own, as if it were live, at any speed</source>
        <translation>Diesen Lauf in einem eigenen Tab abspielen, als wäre er live, in beliebigem Tempo</translation>
    </message>
    <message>
        <source>A replay, which is not recorded</source>
        <translation>Eine Wiedergabe, die nicht aufgezeichnet wird</translation>
    </message>
    <message>
        <source>&lt;h2&gt;Watch a network train from the inside&lt;/h2&gt;&lt;p&gt;Train an example, write an experiment, open one (.json) or a recorded run (.lbrun),&lt;br&gt;or drop a file here.&lt;/p&gt;</source>
        <translation>&lt;h2&gt;Einem Netz von innen beim Training zusehen&lt;/h2&gt;&lt;p&gt;Ein Beispiel trainieren, ein Experiment schreiben, eines (.json) oder einen aufgezeichneten Lauf (.lbrun) öffnen,&lt;br&gt;oder eine Datei hierher ziehen.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>New experiment</source>
        <translation>Neues Experiment</translation>
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
        <source>An experiment, not saved yet</source>
        <translation>Ein Experiment, noch nicht gespeichert</translation>
    </message>
    <message>
        <source>&amp;Plots</source>
        <translation>Dia&amp;gramme</translation>
    </message>
    <message>
        <source>Run &amp;List</source>
        <translation>Laufli&amp;ste</translation>
    </message>
    <message>
        <source>La&amp;yers</source>
        <translation>S&amp;chichten</translation>
    </message>
    <message>
        <source>Runs, experiments and models (*.lbrun *.json *.pt)</source>
        <translation>Läufe, Experimente und Modelle (*.lbrun *.json *.pt)</translation>
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
        <source>%1 is the checkpoint of a run; open the run beside it, and resume it.</source>
        <translation>%1 ist der Checkpoint eines Laufs; öffnen Sie den Lauf daneben und setzen Sie ihn fort.</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>T&amp;ensors</source>
        <translation>T&amp;ensoren</translation>
    </message>
    <message>
        <source>Show the tensors that this run recorded beside its plots, or not</source>
        <translation>Die Tensoren, die dieser Lauf aufgezeichnet hat, neben seinen Diagrammen zeigen oder nicht</translation>
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
        <source>What was tried, and what came of it</source>
        <translation>Was versucht wurde, und was dabei herauskam</translation>
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
        <source>Close without saving what you wrote?</source>
        <translation>Schließen, ohne das Geschriebene zu speichern?</translation>
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
        <source>What was tried, and what came of it</source>
        <translation>Was versucht wurde, und was dabei herauskam</translation>
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
        <source>This run tells no experiment.</source>
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
        <source>This run tells no model.</source>
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
    <name>lensboard::app::RunListActions</name>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>Open each selected run in a tab of its own</source>
        <translation>Jeden gewählten Lauf in einem eigenen Reiter öffnen</translation>
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
        <source>Write down what was tried and what came of it</source>
        <translation>Aufschreiben, was versucht wurde und was dabei herauskam</translation>
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
        <source>In what experiments, environments and losses the selected runs differ</source>
        <translation>Worin sich Experimente, Umgebungen und Verluste der gewählten Läufe unterscheiden</translation>
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
        <source>Edit what the selected run trained, and go on from its checkpoint in a new run</source>
        <translation>Bearbeiten, was der gewählte Lauf trainiert hat, und von seinem Checkpoint aus in einem neuen Lauf weitertrainieren</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunListPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Search runs</source>
        <translation>Läufe suchen</translation>
    </message>
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
        <source>%n run(s) in %1</source>
        <translation>
            <numerusform>%n Lauf in %1</numerusform>
            <numerusform>%n Läufe in %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Show only runs whose name, file, notes or status hold this</source>
        <translation>Nur Läufe zeigen, in deren Namen, Datei, Notizen oder Zustand dies steht</translation>
    </message>
</context>
<context>
    <name>lensboard::app::RunPage</name>
    <message>
        <source>The training is over: nothing measures any more.</source>
        <translation>Das Training ist vorbei: nichts misst mehr.</translation>
    </message>
    <message>
        <source>As the recorded training began. Later changes are listed under Run Details.</source>
        <translation>Wie zu Beginn des aufgezeichneten Trainings. Spätere Änderungen stehen unter „Einzelheiten des Laufs“.</translation>
    </message>
    <message>
        <source>%1. The run is kept in memory: use Save a Copy before closing.</source>
        <translation>%1. Der Lauf bleibt im Arbeitsspeicher: vor dem Schließen „Kopie speichern“ verwenden.</translation>
    </message>
    <message>
        <source>The file was replaced; this is what it holds now.</source>
        <translation>Die Datei wurde ersetzt; dies ist ihr jetziger Inhalt.</translation>
    </message>
    <message>
        <source>The training failed: %1</source>
        <translation>Das Training ist fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Followed live</source>
        <translation>Wird live verfolgt</translation>
    </message>
    <message>
        <source>Saved run, %1</source>
        <translation>Gespeicherter Lauf, %1</translation>
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
        <source>%1, replayed</source>
        <translation>%1, Wiedergabe</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Ready to replay&lt;/h3&gt;Press &lt;b&gt;Play&lt;/b&gt; (F5). Plots appear as they did when the run was recorded.</source>
        <translation>&lt;h3&gt;Bereit zur Wiedergabe&lt;/h3&gt;&lt;b&gt;Abspielen&lt;/b&gt; (F5) beginnt. Diagramme erscheinen wie bei der Aufzeichnung.</translation>
    </message>
    <message>
        <source>Values, layers and runs</source>
        <translation>Werte, Schichten und Läufe</translation>
    </message>
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
        <source>The checkpoint is saved. This training can be resumed from here.</source>
        <translation>Der Checkpoint ist gespeichert. Dieses Training kann von hier aus fortgesetzt werden.</translation>
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
        <source>Watch …</source>
        <translation>Beobachten …</translation>
    </message>
    <message>
        <source>Watch a parameter, a buffer, or what goes through a module</source>
        <translation>Einen Parameter oder Puffer beobachten, oder was durch ein Modul geht</translation>
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
    <name>lensboard::app::RunTools</name>
    <message>
        <source>Runs (*.lbrun *tfevents* *.pkl *.csv *.tsv *.jsonl *.ndjson);;All files (*)</source>
        <translation>Läufe (*.lbrun *tfevents* *.pkl *.csv *.tsv *.jsonl *.ndjson);;Alle Dateien (*)</translation>
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
        <translation>%1 ist geöffnet; bitte zuerst den Reiter schließen.</translation>
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
        <source>%1 tells no experiment: another tool recorded it.</source>
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
        <source>Save &amp;Checkpoint</source>
        <translation>Checkpoint speic&amp;hern</translation>
    </message>
    <message>
        <source>Write what this training can be resumed from</source>
        <translation>Schreiben, von wo dieses Training fortgesetzt werden kann</translation>
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
        <source>Edit what this run trained, and train that</source>
        <translation>Bearbeiten, was dieser Lauf trainiert hat, und das trainieren</translation>
    </message>
    <message>
        <source>Continue with Chan&amp;ges …</source>
        <translation>Mit Änder&amp;ungen weitertrainieren …</translation>
    </message>
    <message>
        <source>Edit what this run trained, and go on from its checkpoint in a new run</source>
        <translation>Bearbeiten, was dieser Lauf trainiert hat, und von seinem Checkpoint aus in einem neuen Lauf weitertrainieren</translation>
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
        <source>Watch a parameter, a buffer, or what goes through a module</source>
        <translation>Einen Parameter oder Puffer beobachten, oder was durch ein Modul geht</translation>
    </message>
    <message>
        <source>Record the tensors of layers, to look at them</source>
        <translation>Die Tensoren von Schichten aufzeichnen, um sie anzusehen</translation>
    </message>
    <message>
        <source>Recor&amp;d Tensors …</source>
        <translation>&amp;Tensoren aufzeichnen …</translation>
    </message>
</context>
<context>
    <name>lensboard::app::WindowMenu</name>
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
        <source>Open the next time what is open now, if nothing else is asked for</source>
        <translation>Beim nächsten Mal öffnen, was jetzt offen ist, wenn nichts anderes verlangt wird</translation>
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
        <source>Take back what was hidden or shown last</source>
        <translation>Das letzte Verbergen oder Zeigen zurücknehmen</translation>
    </message>
    <message>
        <source>Do again what was taken back</source>
        <translation>Zurückgenommenes wiederholen</translation>
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
        <source>Move along with what is new, as wide as what is seen now</source>
        <translation>Mit Neuem mitlaufen, so breit wie der jetzige Ausschnitt</translation>
    </message>
    <message>
        <source>Pin Cursor A</source>
        <translation>Cursor A setzen</translation>
    </message>
    <message>
        <source>Keep cursor A where the mouse is</source>
        <translation>Cursor A beim Mauszeiger festhalten</translation>
    </message>
    <message>
        <source>Pin Cursor B</source>
        <translation>Cursor B setzen</translation>
    </message>
    <message>
        <source>Keep cursor B where the mouse is</source>
        <translation>Cursor B beim Mauszeiger festhalten</translation>
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
        <source>Scroll to the layer whose values were NaN or infinite first</source>
        <translation>Zu der Schicht rollen, deren Werte zuerst NaN oder unendlich waren</translation>
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
        <source>Sort &amp;Layers</source>
        <translation>&amp;Schichten ordnen</translation>
    </message>
    <message>
        <source>La&amp;bel</source>
        <translation>Besch&amp;riftung</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::BoardBar</name>
    <message>
        <source>step</source>
        <translation>Schritt</translation>
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
        <source>wall time</source>
        <translation>Uhrzeit</translation>
    </message>
    <message>
        <source>relative time</source>
        <translation>relative Zeit</translation>
    </message>
    <message>
        <source>What plots run along</source>
        <translation>Woran entlang Diagramme laufen</translation>
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
        <source>Weight of earlier values in a debiased exponential average. The raw line stays, faintly.</source>
        <translation>Gewicht früherer Werte in einem erwartungstreuen exponentiellen Mittel. Die rohe Linie bleibt blass sichtbar.</translation>
    </message>
    <message>
        <source>Smoothing:</source>
        <translation>Glättung:</translation>
    </message>
    <message>
        <source>in model order</source>
        <translation>wie im Modell</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>nach Namen</translation>
    </message>
    <message>
        <source>worst first</source>
        <translation>schlechteste zuerst</translation>
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
</context>
<context>
    <name>lensboard::widgets::BoardState</name>
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
</context>
<context>
    <name>lensboard::widgets::DepthPlot</name>
    <message>
        <source>Drag to move through time</source>
        <translation>Ziehen bewegt durch die Zeit</translation>
    </message>
    <message>
        <source>last tick</source>
        <translation>letzter Tick</translation>
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
        <source>%1: %2 at step %3</source>
        <translation>%1: %2 bei Schritt %3</translation>
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
        <source>The shape of what it puts out; N is the batch size</source>
        <translation>Die Form ihrer Ausgabe; N ist die Größe des Batches</translation>
    </message>
    <message>
        <source>The number of parameters, with those of what it contains</source>
        <translation>Die Zahl der Parameter, samt denen in ihr</translation>
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
        <source>Hide the plots of all layers but the selected ones, or those that the search finds</source>
        <translation>Die Diagramme aller Schichten ausblenden, außer den ausgewählten oder gefundenen</translation>
    </message>
    <message>
        <source>&amp;Hide These</source>
        <translation>&amp;Diese ausblenden</translation>
    </message>
    <message>
        <source>Hide the plots of the selected layers, or of those that the search finds</source>
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
        <source>Part of a layer&apos;s name or type (Alt+L)</source>
        <translation>Ein Teil des Namens oder des Typs einer Schicht (Alt+L)</translation>
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
        <source>%1; the host&apos;s time, not the device&apos;s</source>
        <translation>%1; Zeit des Rechners, nicht der Beschleunigerkarte</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>The tensors of %1 are shown beside the plots</source>
        <translation>Die Tensoren von %1 werden neben den Diagrammen gezeigt</translation>
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
</context>
<context>
    <name>lensboard::widgets::LimitsDialog</name>
    <message>
        <source>Limits of %1</source>
        <translation>Grenzen von %1</translation>
    </message>
    <message>
        <source>&amp;From:</source>
        <translation>&amp;Von:</translation>
    </message>
    <message>
        <source>&amp;To:</source>
        <translation>&amp;Bis:</translation>
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
    <name>lensboard::widgets::MessageBar</name>
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
        <source>The shape of what it puts out; N is the batch size</source>
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
    <name>lensboard::widgets::PlotBoard</name>
    <message>
        <source>Plots</source>
        <translation>Diagramme</translation>
    </message>
    <message>
        <source>show %1</source>
        <translation>%1 zeigen</translation>
    </message>
    <message>
        <source>hide %1</source>
        <translation>%1 verbergen</translation>
    </message>
    <message>
        <source>hide layers</source>
        <translation>Schichten verbergen</translation>
    </message>
    <message>
        <source>show layers</source>
        <translation>Schichten zeigen</translation>
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
        <source>What is wrong</source>
        <translation>Was nicht stimmt</translation>
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
        <source>S&amp;tep one tick</source>
        <translation>&amp;Einen Tick weiter</translation>
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
        <source>What the speed counts</source>
        <translation>Was das Tempo zählt</translation>
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
        <source>S&amp;tep one batch</source>
        <translation>&amp;Einen Batch weiter</translation>
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
        <source>&amp;Learning rate</source>
        <translation>&amp;Lernrate</translation>
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
        <source>Step to &amp;next tick</source>
        <translation>Bis zum nächsten Ti&amp;ck</translation>
    </message>
    <message>
        <source>Train until the next tick is drawn, then pause</source>
        <translation>Bis zum nächsten gezeichneten Tick trainieren, dann anhalten</translation>
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
        <source>Last losses</source>
        <translation>Letzte Loss-Werte</translation>
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
        <source>Show the mean of the chosen runs, or of all that are shown, with a standard deviation</source>
        <translation>Das Mittel der gewählten oder aller gezeigten Läufe zeigen, mit Standardabweichung</translation>
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
</context>
<context>
    <name>lensboard::widgets::ShownRunsModel</name>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Zustand</translation>
    </message>
</context>
<context>
    <name>lensboard::widgets::TagHeader</name>
    <message>
        <source>Small multiples</source>
        <translation>Kleine Vielfache</translation>
    </message>
    <message>
        <source>Overlay</source>
        <translation>Überlagert</translation>
    </message>
    <message>
        <source>Heat map</source>
        <translation>Heatmap</translation>
    </message>
    <message>
        <source>Depth profile</source>
        <translation>Tiefenprofil</translation>
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
</context>
<context>
    <name>lensboard::widgets::TagSection</name>
    <message>
        <source>Shown by the lens %1</source>
        <translation>Gezeigt von der Linse %1</translation>
    </message>
    <message numerus="yes">
        <source>not finite at %n point(s)</source>
        <translation>
            <numerusform>an %n Punkt nicht endlich</numerusform>
            <numerusform>an %n Punkten nicht endlich</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>smoothed by %1</source>
        <translation>geglättet mit %1</translation>
    </message>
    <message>
        <source>robust limits</source>
        <translation>robuste Grenzen</translation>
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
        <source>%n value(s) not finite</source>
        <translation>
            <numerusform>%n Wert nicht endlich</numerusform>
            <numerusform>%n Werte nicht endlich</numerusform>
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
        <source>%1 to %2: %n value(s)</source>
        <translation>
            <numerusform>%1 bis %2: %n Wert</numerusform>
            <numerusform>%1 bis %2: %n Werte</numerusform>
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
        <source>The first tick that has a tensor (Home)</source>
        <translation>Der erste Tick, der einen Tensor hat (Pos1)</translation>
    </message>
    <message>
        <source>The tick before (Left)</source>
        <translation>Der Tick davor (Links)</translation>
    </message>
    <message>
        <source>Play the ticks one after another, or stand still (Space)</source>
        <translation>Die Ticks nacheinander abspielen oder anhalten (Leertaste)</translation>
    </message>
    <message>
        <source>The tick after (Right)</source>
        <translation>Der Tick danach (Rechts)</translation>
    </message>
    <message>
        <source>The last tick (End)</source>
        <translation>Der letzte Tick (Ende)</translation>
    </message>
    <message>
        <source>Tick whose tensor is shown</source>
        <translation>Tick, dessen Tensor gezeigt wird</translation>
    </message>
    <message>
        <source>Go to another tick</source>
        <translation>Zu einem anderen Tick gehen</translation>
    </message>
    <message>
        <source>Go on to each new tensor as it is recorded</source>
        <translation>Zu jedem neuen Tensor weitergehen, sobald er aufgezeichnet ist</translation>
    </message>
    <message>
        <source>step %1, tick %2 of %3, epoch %4</source>
        <translation>Schritt %1, Tick %2 von %3, Epoche %4</translation>
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
        <source>Whose tensors are shown</source>
        <translation>Wessen Tensoren gezeigt werden</translation>
    </message>
    <message>
        <source>A recorder, or a monitor that keeps tensors</source>
        <translation>Ein Rekorder, oder ein Monitor, der Tensoren behält</translation>
    </message>
    <message>
        <source>Layer whose tensor is shown</source>
        <translation>Schicht, deren Tensor gezeigt wird</translation>
    </message>
    <message>
        <source>The layer, and what of it was recorded</source>
        <translation>Die Schicht, und was von ihr aufgezeichnet wurde</translation>
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
        <source>The last two dimensions as colours</source>
        <translation>Die letzten beiden Dimensionen als Farben</translation>
    </message>
    <message>
        <source>Histogram</source>
        <translation>Histogramm</translation>
    </message>
    <message>
        <source>How often which values are there</source>
        <translation>Wie oft welche Werte vorkommen</translation>
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
        <source>Sample or filter whose pictures are shown</source>
        <translation>Beispiel oder Filter, dessen Bilder gezeigt werden</translation>
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
        <source>Which of the matrices that the last two dimensions are</source>
        <translation>Welche der Matrizen, die die letzten beiden Dimensionen bilden</translation>
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
        <source>What the recorded tensors take, of what they may; at the limit recording stops</source>
        <translation>Was die aufgezeichneten Tensoren belegen, von dem, was sie dürfen; an der Grenze endet die Aufzeichnung</translation>
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
        <source>&lt;h3&gt;This run has no tensors&lt;/h3&gt;They are kept by monitors and recorders, which a training is given in its experiment or while it runs.</source>
        <translation>&lt;h3&gt;Dieser Lauf hat keine Tensoren&lt;/h3&gt;Monitore und Rekorder behalten sie, die ein Training in seinem Experiment bekommt oder während es läuft.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;This tensor is gone&lt;/h3&gt;Choose another tick.</source>
        <translation>&lt;h3&gt;Dieser Tensor ist nicht mehr da&lt;/h3&gt;Wählen Sie einen anderen Tick.</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Nothing recorded yet&lt;/h3&gt;A tensor is there after the first tick in which its condition holds.</source>
        <translation>&lt;h3&gt;Noch nichts aufgezeichnet&lt;/h3&gt;Ein Tensor ist da nach dem ersten Tick, in dem seine Bedingung gilt.</translation>
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
        <source>What of the layers is recorded</source>
        <translation>Was von den Schichten aufgezeichnet wird</translation>
    </message>
    <message>
        <source>What is watched</source>
        <translation>Was beobachtet wird</translation>
    </message>
    <message>
        <source>Choose a parameter or buffer in the tree, or a module to watch what goes in or comes out.</source>
        <translation>Wählen Sie im Baum einen Parameter oder Puffer, oder ein Modul, um zu beobachten, was hineingeht oder herauskommt.</translation>
    </message>
    <message>
        <source>Name: &quot;%1&quot; is there already; choose another.</source>
        <translation>Name: „%1“ gibt es schon; wählen Sie einen anderen.</translation>
    </message>
</context>
</TS>
