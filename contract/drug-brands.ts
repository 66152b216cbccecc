/**
 * Brand names that records and prescriptions use in place of the substance, with the substances of `drug-groups.ts` that
 * they contain. Source: the composition that the leaflet of each brand states. The table was written by hand and not
 * compared with the register of the Instituto de Salud Pública, so it has only old and well-known names whose every product
 * contains the substance. A brand that is not here is found by the DCI of the prescription.
 */
export const DRUG_BRANDS: Readonly<Record<string, string>> = {
  Actron: 'ibuprofeno',
  Amoval: 'amoxicilina',
  Apronax: 'naproxeno',
  Arcoxia: 'etoricoxib',
  Augmentin: 'amoxicilina, clavulánico',
  Bactrim: 'sulfametoxazol, trimetoprima',
  Bactrimel: 'sulfametoxazol, trimetoprima',
  Cataflam: 'diclofenaco',
  Clavinex: 'amoxicilina, clavulánico',
  Clexane: 'enoxaparina',
  Cozaar: 'losartán',
  Crestor: 'rosuvastatina',
  Dalacin: 'clindamicina',
  Diovan: 'valsartán',
  Flagyl: 'metronidazol',
  Klaricid: 'claritromicina',
  Kitadol: 'paracetamol',
  Lamictal: 'lamotrigina',
  Lantus: 'glargina',
  Lasix: 'furosemida',
  Lertus: 'diclofenaco',
  Lipitor: 'atorvastatina',
  Macrodantina: 'nitrofurantoína',
  Nexium: 'esomeprazol',
  Panadol: 'paracetamol',
  Profenid: 'ketoprofeno',
  Ravotril: 'clonazepam',
  Renitec: 'enalapril',
  Rocephin: 'ceftriaxona',
  Tegretol: 'carbamazepina',
  Tramal: 'tramadol',
  Trileptal: 'oxcarbazepina',
  Unasyn: 'ampicilina, sulbactam',
  Voltaren: 'diclofenaco',
  Zinnat: 'cefuroxima',
  Zithromax: 'azitromicina',
};
