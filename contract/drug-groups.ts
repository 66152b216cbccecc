/**
 * Drugs that may cause a reaction in somebody who reacted to another one of the group. Sources: the groups are those of the
 * ATC classification (WHO Collaborating Centre for Drug Statistics Methodology), the endings and beginnings of names are
 * the stems of international nonproprietary names (WHO, 'The use of stems in the selection of INN'), in Spanish. Cross
 * reactions between groups are those that leaflets warn of. The table asks too often rather than too rarely: sulfonamides
 * that are not antibiotics seldom cross-react, but their leaflets warn of it.
 */
export interface DrugGroup {
  /** In the plural, as the question shows it. */
  name: string;
  /** How a record names the whole group, separated by commas. */
  names: string;
  members: string;
  /** Only the name of the group concerns its drugs: they do not cross-react among themselves. */
  isByNameOnly?: true;
  /**
   * Matches names as `soundOf` spells them: 'c' before 'e' or 'i' is 's', 'v' is 'b', and the last vowel is removed.
   */
  stem?: RegExp;
  /** Other groups that may cross-react. */
  related?: readonly string[];
}

export const DRUG_GROUPS: readonly DrugGroup[] = [
  {
    name: 'penicilinas',
    names: 'penicilina, pnc, betalactámico, lactámico',
    members: `
      amoxicilina, ampicilina, bencilpenicilina, benzatina, cloxacilina, flucloxacilina, piperacilina, sultamicilina,
      sulbactam, clavulánico, clavulanato, tazobactam`,
    stem: /silin$/,
    related: ['cefalosporinas', 'carbapenémicos'],
  },
  {
    name: 'cefalosporinas',
    names: 'cefalosporina, betalactámico, lactámico',
    members: `
      cefadroxilo, cefalexina, cefazolina, cefuroxima, cefaclor, cefprozilo, cefixima, cefpodoxima, cefotaxima,
      ceftriaxona, ceftazidima, cefepima, ceftarolina`,
    // Not 'cefalea', 'cefalgia' nor 'cefálica'.
    stem: /^sef(?!ale$|alic|algi)/,
    related: ['penicilinas', 'carbapenémicos'],
  },
  {
    name: 'carbapenémicos',
    names: 'carbapenémico, carbapenem, betalactámico, lactámico',
    members: 'imipenem, meropenem, ertapenem, doripenem',
    stem: /penem$/,
    related: ['penicilinas', 'cefalosporinas'],
  },
  {
    name: 'AINEs',
    names: 'aine, antiinflamatorio, antinflamatorio, inflamatorio, salicilato, pirazolona',
    members: `
      aspirina, acetilsalicílico, aas, ibuprofeno, ketoprofeno, dexketoprofeno, naproxeno, flurbiprofeno, diclofenaco,
      aceclofenaco, ketorolaco, indometacina, sulindaco, mefenámico, clonixinato, clonixino, nimesulida, piroxicam,
      meloxicam, tenoxicam, lornoxicam, celecoxib, etoricoxib, parecoxib, metamizol, dipirona, propifenazona,
      fenilbutazona, nabumetona, nepafenaco, bromfenaco`,
    stem: /profen$|oxicam$|coxib$|fenac$/,
  },
  {
    name: 'salicilatos',
    names: 'salicilato',
    members: 'aspirina, acetilsalicílico, aas, salicílico, subsalicilato, mesalazina, sulfasalazina',
  },
  {
    name: 'sulfas',
    names: 'sulfa, sulfamida, sulfonamida, sulfamidado, sulfonamídico',
    members: `
      cotrimoxazol, sulfametoxazol, sulfadiazina, sulfasalazina, sulfacetamida, sulfadoxina, sulfisoxazol, mafenida`,
    related: ['otras sulfonamidas', 'sulfonas'],
  },
  { name: 'sulfonas', names: 'sulfona', members: 'dapsona', related: ['sulfas'] },
  { name: 'trimetoprima', names: '', members: 'trimetoprima, trimetoprim, cotrimoxazol' },
  {
    name: 'otras sulfonamidas',
    names: '',
    members: `
      furosemida, bumetanida, torasemida, hidroclorotiazida, clortalidona, indapamida, metolazona, acetazolamida,
      dorzolamida, brinzolamida, glibenclamida, gliclazida, glimepirida, glipizida, celecoxib, parecoxib, sumatriptán,
      zonisamida`,
    related: ['sulfas'],
  },
  { name: 'tiazidas', names: 'tiazida, tiazídico', members: 'hidroclorotiazida, clortalidona, indapamida, metolazona' },
  {
    name: 'macrólidos',
    names: 'macrólido',
    members: 'eritromicina, azitromicina, claritromicina, roxitromicina, espiramicina, fidaxomicina',
    stem: /tromisin$/,
  },
  { name: 'lincosamidas', names: 'lincosamida', members: 'clindamicina, lincomicina' },
  {
    name: 'quinolonas',
    names: 'quinolona, fluoroquinolona, fluorquinolona',
    members: 'ciprofloxacino, levofloxacino, moxifloxacino, norfloxacino, ofloxacino, gatifloxacino, nalidíxico',
    stem: /oxasin$/,
  },
  {
    name: 'tetraciclinas',
    names: 'tetraciclina',
    members: 'doxiciclina, minociclina, oxitetraciclina, limeciclina, tigeciclina',
    stem: /siclin$/,
  },
  {
    name: 'aminoglucósidos',
    names: 'aminoglucósido, aminoglicósido',
    members: 'gentamicina, amikacina, tobramicina, neomicina, estreptomicina, kanamicina, framicetina',
  },
  { name: 'glucopéptidos', names: 'glucopéptido, glicopéptido', members: 'vancomicina, teicoplanina, dalbavancina' },
  {
    name: 'nitroimidazoles',
    names: 'nitroimidazol, imidazol',
    members: 'metronidazol, tinidazol, secnidazol, ornidazol, benznidazol',
    stem: /nidasol$/,
  },
  {
    name: 'antifúngicos azólicos',
    names: 'azol, azólico, imidazol',
    members: `
      fluconazol, itraconazol, ketoconazol, voriconazol, posaconazol, clotrimazol, miconazol, econazol, bifonazol,
      isoconazol`,
    stem: /conasol$/,
  },
  { name: 'nitrofuranos', names: 'nitrofurano', members: 'nitrofurantoína, furazolidona, nitrofurazona, nifuroxazida' },
  {
    name: 'opioides',
    names: 'opioide, opiáceo, opio, morfínico',
    members: `
      morfina, codeína, tramadol, tapentadol, oxicodona, hidromorfona, hidrocodona, metadona, petidina, meperidina,
      fentanilo, remifentanilo, buprenorfina, nalbufina, dihidrocodeína, dextrometorfano, noscapina`,
  },
  {
    name: 'anestésicos locales',
    names: 'anestésico, anestesia, caína',
    members: `
      lidocaína, bupivacaína, levobupivacaína, ropivacaína, mepivacaína, prilocaína, articaína, procaína, benzocaína,
      tetracaína, proparacaína`,
    stem: /.cain$/,
  },
  {
    name: 'anticonvulsivantes',
    names: 'anticonvulsivante, anticonvulsionante, antiepiléptico, anticonvulsivo',
    isByNameOnly: true,
    members: `
      carbamazepina, oxcarbazepina, eslicarbazepina, fenitoína, fosfenitoína, fenobarbital, primidona, lamotrigina,
      zonisamida, lacosamida, rufinamida, felbamato, valproico, valproato, divalproato, levetiracetam, brivaracetam,
      gabapentina, pregabalina, topiramato, etosuximida, vigabatrina, clonazepam, clobazam`,
  },
  {
    name: 'anticonvulsivantes aromáticos',
    names: '',
    members: `
      carbamazepina, oxcarbazepina, eslicarbazepina, fenitoína, fosfenitoína, fenobarbital, primidona, lamotrigina,
      zonisamida, lacosamida, rufinamida, felbamato`,
  },
  {
    name: 'barbitúricos',
    names: 'barbitúrico, barbiturato',
    members: 'fenobarbital, tiopental, primidona, pentobarbital',
  },
  {
    name: 'benzodiacepinas',
    names: 'benzodiacepina, benzodiazepina, bzd',
    members: `
      alprazolam, bromazepam, clobazam, clonazepam, clordiazepóxido, clotiazepam, diazepam, ketazolam, lorazepam,
      midazolam`,
    stem: /asepam$|asolam$/,
  },
  {
    name: 'IECA',
    names: 'ieca, inhibidor de la eca, enzima convertidora',
    members: 'enalapril, captopril, lisinopril, ramipril, perindopril, quinapril, fosinopril',
    stem: /april$|opril$|ipril$/,
    related: ['sacubitrilo'],
  },
  // Leaflets refuse it after an angioedema with an inhibitor of the enzyme.
  { name: 'sacubitrilo', names: '', members: 'sacubitrilo', related: ['IECA'] },
  {
    name: 'ARA II',
    names: 'ara ii, araii, ara2, ara 2',
    members: 'losartán, valsartán, candesartán, irbesartán, olmesartán, telmisartán, azilsartán',
    stem: /sartan$/,
  },
  {
    name: 'betabloqueadores',
    names: 'betabloqueador, betabloqueante, beta bloqueador, beta bloqueante, bloqueador beta',
    members: `
      atenolol, bisoprolol, carvedilol, labetalol, metoprolol, nebivolol, propranolol, sotalol, timolol, esmolol,
      betaxolol`,
  },
  {
    name: 'estatinas',
    names: 'estatina',
    members: 'atorvastatina, rosuvastatina, simvastatina, pravastatina, lovastatina, fluvastatina, pitavastatina',
    stem: /bastatin$/,
  },
  {
    name: 'yodo y medios de contraste',
    names: 'yodo, yodado, iodado, yoduro, contraste',
    members: 'yodopovidona, povidona, iohexol, iopamidol, iopromida, iodixanol, ioversol, amiodarona',
  },
  {
    name: 'medios de contraste con gadolinio',
    names: 'gadolinio, contraste',
    members: 'gadobutrol, gadotérico, gadoterato',
  },
  {
    name: 'inhibidores de la bomba de protones',
    names: 'ibp, bomba de protones',
    members: 'omeprazol, esomeprazol, lansoprazol, dexlansoprazol, pantoprazol, rabeprazol',
    // Not 'aripiprazol', an antipsychotic.
    stem: /(?<!pi)prasol$/,
  },
  {
    name: 'corticoides',
    names: 'corticoide, corticoesteroide, corticosteroide, glucocorticoide, esteroide, cortisona',
    members: `
      prednisona, prednisolona, metilprednisolona, hidrocortisona, dexametasona, betametasona, deflazacort,
      triamcinolona, budesonida, fluticasona, mometasona, beclometasona, clobetasol, fluocinolona, desonida,
      fluorometolona, loteprednol`,
  },
  {
    name: 'heparinas',
    names: 'heparina, hbpm',
    members: 'enoxaparina, dalteparina, nadroparina, bemiparina',
    stem: /parin$/,
  },
  {
    name: 'insulinas',
    names: 'insulina',
    members: 'glargina, detemir, degludec, lispro, aspart, aspártica, glulisina, nph',
  },
  {
    name: 'fenotiazinas',
    names: 'fenotiazina',
    members: `
      clorpromazina, levomepromazina, tioridazina, prometazina, flufenazina, trifluoperazina, periciazina,
      tietilperazina, proclorperazina`,
  },
  {
    name: 'triptanes',
    names: 'triptán',
    members: 'sumatriptán, naratriptán, zolmitriptán, eletriptán, rizatriptán',
    stem: /triptan$/,
  },
  // One drug with two names.
  { name: 'paracetamol', names: '', members: 'paracetamol, acetaminofeno' },
  { name: 'adrenalina', names: '', members: 'adrenalina, epinefrina' },
  { name: 'valproato', names: '', members: 'valproato, valproico, divalproato' },
];
