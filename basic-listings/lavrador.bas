# girafa: name="lavrador"
10 REM O LAVRADOR, O LOBO, A CABRA E A COUVE passam o rio
20 REM Estado e, de 1 a 16: cada bit de e-1 e' uma margem, 0 esquerda, 1 direita: 1 couve, 2 cabra, 4 lobo, 8 lavrador
30 REM Operador k: o lavrador leva 1 o lobo, 2 a cabra, 3 a couve, 4 vai so'. l() as margens de e: lavrador, lobo, cabra, couve
40 LET n=16: LET ops=4: LET limite=n: LET memoria=1: LET teto=1000: DIM l(4): DIM y(4): LET y(1)=4: LET y(2)=2: LET y(3)=1
50 PRINT "O LAVRADOR, O LOBO, A CABRA"'"E A COUVE"''
60 PRINT "E=MARGEM ESQUERDA, D=DIREITA"''
70 LET q$="LAV LOBO CABRA COUVE (EEEE)? ": GO SUB 9100
80 IF LEN a$<>4 THEN GO TO 70
90 LET e=1: FOR i=1 TO 4: IF a$(i)<>"E" AND a$(i)<>"D" THEN GO TO 70
95 LET e=e+e-1+(a$(i)="D"): NEXT i
100 LET t=e: GO SUB 2050: IF perigo THEN PRINT "PROIBIDO: ";a$: GO TO 70
110 LET partida=e: PRINT "PARTIDA ";a$
120 PRINT '"1 LARGURA"'"2 PROFUNDIDADE"'"3 A*"'"4 RETROCESSO, TODAS AS SOLUCOES"'"0 FIM"
200 REM UMA PROCURA
210 LET q$="ESTRATEGIA (0 A 4)? ": LET min=0: LET max=4: GO SUB 9000
220 IF r=0 THEN STOP
230 LET tipo=r: LET solucoes=0: CLS
240 PRINT "*** "+("LARGURA" AND r=1)+("PROFUNDIDADE" AND r=2)+("A*" AND r=3)+("RETROCESSO" AND r=4)
250 GO SUB 1000
260 IF NOT achou THEN GO TO 290: REM so' depois da ultima solucao: ha' sempre alguma
270 LET solucoes=solucoes+1: GO SUB 300
280 IF tipo=4 THEN GO SUB 1480: GO TO 260
290 PRINT '"EXPANDIDOS ";expandidos;" GERADOS ";gerados: GO TO 200
300 REM SOLUCAO
310 PRINT "SOLUCAO ";solucoes;": ";d-1;" TRAVESSIA";"S" AND d<>2
320 LET e=s(1): GO SUB 400
330 IF d>1 THEN FOR i=2 TO d: GO SUB 350: NEXT i
340 RETURN
350 REM PASSO i: que operador leva de s(i-1) a s(i)?
360 LET e=s(i-1): FOR k=1 TO 4: GO SUB 2000: IF t<>s(i) THEN NEXT k
370 PRINT i-1;" O LAVRADOR "+("LEVA O LOBO" AND k=1)+("LEVA A CABRA" AND k=2)+("LEVA A COUVE" AND k=3)+("VAI SO'" AND k=4)
380 LET e=s(i)
400 REM MOSTRA e: quem esta' de cada lado do rio
410 GO SUB 2060: POKE 23692,255
420 FOR m=0 TO 1: FOR k=1 TO 4: PRINT "LA LO CA CO "(3*k-2 TO 3*k) AND l(k)=m;"   " AND l(k)<>m;: NEXT k
430 IF m=0 THEN PRINT PAPER 5; INK 1;"~~~~~~~~";
440 NEXT m: PRINT : RETURN
1000 REM PROCURA, a mesma em todos os problemas: de partida ate' uma meta, por estados de 1 a n e operadores de 1 a ops
1001 REM O problema: 2000 da' o sucessor t (0: nao ha') e o custo c do operador k no estado e; 2100 diz se e e' meta; 2200 da' a estimativa h de t; 2400 acompanha
1002 REM x() 0 novo, 1 na FRONTEIRA o(), 2 no TERRITORIO; p() de onde veio; g() custo; f() custo mais estimativa; s(1 TO d) o caminho
1010 DIM x(n): DIM p(n): DIM g(n): DIM f(n): DIM o(n): DIM v(ops): DIM s(limite+1): DIM j(limite+1)
1020 LET achou=0: LET desiste=0: LET expandidos=0: LET gerados=0
1030 IF tipo=4 THEN GO TO 1400
1040 LET a=1: LET z=1: LET o(1)=partida: LET x(partida)=1
1100 REM TIPO 1 LARGURA: o() e' uma fila. 2 PROFUNDIDADE: uma pilha. 3 A*: uma pilha por ordem de f(), o menor em cima
1110 IF a>z THEN RETURN
1120 IF tipo=1 THEN LET e=o(a): LET a=a+1
1130 IF tipo>1 THEN LET e=o(z): LET z=z-1
1140 LET x(e)=2: GO SUB 2100: IF meta THEN GO TO 1600
1150 LET expandidos=expandidos+1: LET m=0
1160 FOR k=1 TO ops: GO SUB 2000: IF t THEN GO SUB 1200
1170 NEXT k
1180 IF tipo=2 THEN FOR i=m TO 1 STEP -1: LET z=z+1: LET o(z)=v(i): NEXT i
1190 GO SUB 2400: GO TO 1110
1200 REM SUCESSOR: um estado novo; no A* tambem um ja' visto, se este caminho e' mais barato
1210 LET q=g(e)+c: IF tipo=3 THEN GO TO 1250
1220 IF x(t) THEN RETURN
1230 LET m=m+1: LET v(m)=t: IF tipo=1 THEN LET z=z+1: LET o(z)=t
1240 LET x(t)=1: LET p(t)=e: LET g(t)=q: LET gerados=gerados+1: RETURN
1250 IF x(t) THEN IF g(t)<=q THEN RETURN
1260 IF x(t)=1 THEN GO SUB 1300
1270 GO SUB 1240: GO SUB 2200: LET f(t)=g(t)+h: LET z=z+1: LET i=z
1280 IF i>1 THEN IF f(o(i-1))<=f(t) THEN LET o(i)=o(i-1): LET i=i-1: GO TO 1280
1290 LET o(i)=t: RETURN
1300 REM TIRA t da fronteira
1310 LET i=1
1320 IF o(i)<>t THEN LET i=i+1: GO TO 1320
1330 LET z=z-1
1340 IF i<=z THEN LET o(i)=o(i+1): LET i=i+1: GO TO 1340
1350 RETURN
1400 REM TIPO 4 RETROCESSO: guarda so' o caminho, e em j() o ultimo operador tentado em cada passo
1401 REM limite: quantos passos pode ter o caminho; memoria=1: nao volta a um estado do caminho
1410 LET d=1: LET s(1)=partida: LET j(1)=0
1420 LET e=s(d): LET x(e)=1: GO SUB 2400: GO SUB 2100: IF meta THEN LET achou=1: RETURN
1430 IF d>limite THEN GO TO 1480
1440 IF expandidos=teto THEN LET desiste=1: RETURN
1450 LET expandidos=expandidos+1
1460 LET j(d)=j(d)+1: IF j(d)>ops THEN GO TO 1480
1465 LET k=j(d): GO SUB 2000: IF t=0 THEN GO TO 1460
1470 IF memoria THEN IF x(t) THEN GO TO 1460
1475 LET gerados=gerados+1: LET d=d+1: LET s(d)=t: LET j(d)=0: GO TO 1420
1480 REM VOLTA ATRAS; por aqui se procura tambem outra solucao
1490 LET achou=0: LET x(s(d))=0: LET d=d-1: IF d=0 THEN RETURN
1495 LET e=s(d): GO TO 1460
1600 REM CAMINHO: da meta para tras
1610 LET achou=1: LET d=0: LET t=e
1620 LET d=d+1: LET t=p(t): IF t THEN GO TO 1620
1630 FOR i=d TO 1 STEP -1: LET s(i)=e: LET e=p(e): NEXT i: RETURN
2000 REM PASSAGEM k: quem e' levado esta' na margem do lavrador, e ninguem fica em perigo
2010 GO SUB 2060: LET t=0: LET c=1
2020 IF k<4 THEN IF l(k+1)<>l(1) THEN RETURN
2030 LET t=e+(8+y(k))*(1-2*l(1))
2040 GO SUB 2050: IF perigo THEN LET t=0
2045 RETURN
2050 REM PERIGO no estado t: lobo e cabra, ou cabra e couve, sem o lavrador
2055 LET i0=e: LET e=t: GO SUB 2060: LET e=i0
2057 LET perigo=(l(3)<>l(1) AND (l(2)=l(3) OR l(4)=l(3))): RETURN
2060 REM MARGENS de e
2065 LET r=e-1: LET l(1)=(r>7): LET r=r-8*l(1): LET l(2)=(r>3): LET r=r-4*l(2): LET l(3)=(r>1): LET l(4)=r-2*l(3): RETURN
2100 REM META: todos na margem direita
2110 LET meta=(e=16): RETURN
2200 REM ESTIMATIVA: cada um dos r que estao 'a esquerda pede uma ida, com uma volta antes se o lavrador nao esta' la'
2210 LET i0=e: LET e=t: GO SUB 2060: LET e=i0: LET r=3-l(2)-l(3)-l(4)
2220 LET h=2*r-(l(1)=0): RETURN
2400 RETURN
9000 REM PERGUNTA q$ ate' ter um numero inteiro r de min a max
9010 POKE 23692,255: INPUT (q$); LINE a$: LET r=0: IF a$="" OR LEN a$>3 THEN GO TO 9010
9020 FOR i=1 TO LEN a$: IF a$(i)<"0" OR a$(i)>"9" THEN GO TO 9010
9030 LET r=10*r+CODE a$(i)-48: NEXT i
9040 IF r<min OR r>max THEN GO TO 9010
9050 RETURN
9100 REM PERGUNTA q$: um texto a$, passado a maiusculas
9110 POKE 23692,255: INPUT (q$); LINE a$
9120 FOR i=1 TO LEN a$: IF a$(i)>="a" AND a$(i)<="z" THEN LET a$(i)=CHR$ (CODE a$(i)-32)
9130 NEXT i: RETURN
