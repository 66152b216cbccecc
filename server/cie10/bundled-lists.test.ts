import { beforeAll, describe, expect, test } from 'vitest';
import { baseList } from './bundled-lists.ts';
import { type CatalogueCode, planImport } from './import-plan.ts';

let codes: CatalogueCode[];
let texts: Map<string, string>;
beforeAll(async () => {
  codes = planImport([], await baseList(), 'base').codes;
  texts = new Map(codes.map(({ code, description }) => [code, description]));
});

test.each([
  ['A01.1', 'Fiebre paratifoidea A'],
  ['A04.6', 'Enteritis debida a Yersinia enterocolitica'],
  ['A39.1', 'Síndrome de Waterhouse-Friderichsen'],
  ['A78', 'Fiebre Q'],
  ['A85.0', 'Encefalitis enteroviral (G05.1)'],
  ['A92.1', "Fiebre de O'nyong-nyong"],
  ['B02', 'Herpes zóster'],
  ['B15.0', 'Hepatitis aguda tipo A, con coma hepático'],
  ['B18.2', 'Hepatitis viral tipo C crónica'],
  ['B53.0', 'Paludismo debido a Plasmodium ovale'],
  ['B96.1', 'Klebsiella pneumoniae [K. pneumoniae] como causa de enfermedades clasificadas en otros capítulos'],
  ['C64', 'Tumor maligno del riñón, excepto de la pelvis renal'],
  ['C83', 'Linfoma no Hodgkin difuso'],
  ['C96.0', 'Enfermedad de Letterer-Siwe'],
  ['D66', 'Deficiencia hereditaria del factor VIII'],
  ['D80.4', 'Deficiencia selectiva de inmunoglobulina M [IgM]'],
  ['E50', 'Deficiencia de vitamina A'],
  ['E78', 'Trastornos del metabolismo de las lipoproteínas y otras lipidemias'],
  ['E87.1', 'Hiposmolaridad e hiponatremia'],
  ['F42', 'Trastorno obsesivo-compulsivo'],
  ['G20', 'Enfermedad de Parkinson'],
  ['G23.1', 'Oftalmoplejía supranuclear progresiva [Steele-Richardson-Olszewski]'],
  ['G44.1', 'Cefalea vascular, NCOP'],
  ['G47', 'Trastornos del sueño'],
  ['H47', 'Otros trastornos del nervio óptico [II par] y de las vías ópticas'],
  ['H36.0', 'Retinopatía diabética'],
  ['I50', 'Insuficiencia cardíaca'],
  ['K50.0', 'Enfermedad de Crohn del intestino delgado'],
  ['L22', 'Dermatitis del pañal'],
  ['M35.0', 'Síndrome seco [Sjögren]'],
  ['M48.2', 'Espondilopatía interespinosa (vértebras "en beso")'],
  ['N20', 'Cálculo del riñón y del uréter'],
  ['O15.0', 'Eclampsia en el embarazo'],
  ['O23', 'Infección de las vías genitourinarias en el embarazo'],
  ['O31.1', 'Embarazo que continúa después del aborto de un feto o más'],
  ['P55.0', 'Incompatibilidad Rh del feto y del recién nacido'],
  ['Q96.3', 'Mosaico 45,X/46,XX o XY'],
  ['S09', 'Otros traumatismos y los no especificados de la cabeza'],
  ['S27', 'Traumatismo de otros órganos intratorácicos y de los no especificados'],
  ['S60', 'Traumatismo superficial de la muñeca y de la mano'],
  ['T00.2', 'Traumatismos superficiales que afectan múltiples regiones del (de los) miembro(s) superior(es)'],
  ['V12', 'Ciclista lesionado por colisión con vehículo de dos o tres ruedas'],
  ['W65', 'Ahogamiento y sumersión mientras se está en la bañera'],
  ['Z32.0', 'Embarazo (aún) no confirmado'],
  ['Z74.3', 'Problemas relacionados con la necesidad de supervisión continua'],
])('%s reads «%s»', (code, description) => {
  expect(texts.get(code)).toBe(description);
});

describe('no text', () => {
  const wrong = (pattern: RegExp) =>
    codes
      .filter(({ description }) => pattern.test(description))
      .map(({ code, description }) => `${code} ${description}`);

  test('has a word without its accent or its ñ', () => {
    const endings =
      'cion|sion|xion|logic[oa]s?|atic[oa]s?|etic[oa]s?|itic[oa]s?|otic[oa]s?|onic[oa]s?|patias?|ectomia|ostomia';
    expect(wrong(new RegExp(String.raw`(?<=\p{L})(?<!Yersinia enterocol)(?:${endings})(?!\p{L})`, 'u'))).toEqual([]);
    const words = [
      'rinon|muneca|sueno|nino|ninez|banera|extrano|pequeno|higado|pulmon|corazon|estomago|esofago',
      'traquea|torax|femur|oido|parpado|utero|ureter|pancreas|organos?|region|lesion|sindromes?',
      'sintomas|neumonia|ulceras?|fistula|calculo|cancer|vias|congenit[oa]s?|multiples?|perdida|liquido',
      'acido|transito|vehiculo|mas|segun|recien',
    ].join('|');
    expect(wrong(new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, 'iu'))).toEqual([]);
  });

  test('writes a name small', () => {
    const names =
      'alzheimer|parkinson|hodgkin|crohn|chagas|kaposi|bartholin|falopio|eustaquio|salmonella|escherichia|streptococcus|vih|ncop|adn';
    expect(wrong(new RegExp(String.raw`(?<!\p{L})(?:${names})(?!\p{L})`, 'u'))).toEqual([]);
  });

  test('is cut off, begins small, or has a lonely letter or a broken sign', () => {
    expect(wrong(/[([][^)\]]*$/)).toEqual([]);
    expect(wrong(/(?<!\p{L})(?:y|de|del|la|el|en|con|por|sin|a)$|[,:;]$/u)).toEqual([]);
    expect(wrong(/^[^\p{Lu}(]/u)).toEqual([]);
    expect(wrong(/(?<![\p{L}(.'])[b-df-np-tv-xz](?![\p{L}.])/u)).toEqual([]);
    expect(wrong(/[ÃÂ–´\u0080-\u009F\uFFFD]|""|\s[,)\]]|[([]\s|,,|:\./)).toEqual([]);
  });
});

test('the base list has every code of the classification once', async () => {
  expect(codes).toHaveLength(14_204);
});
