# girafa: name="grafo"
10 REM PROCURA NUM GRAFO: largura, profundidade, A* e retrocesso
20 REM Os estados 1 a 26 sao as letras. O operador k e' o arco k: de u(k) a w(k), com o custo y(k). b() estimativas
30 LET n=26: LET teto=1000: DIM u(60): DIM w(60): DIM y(60): DIM b(26)
40 PRINT "PROCURA NUM GRAFO"''
50 LET q$="O GRAFO DO TEXTO (S/N)? ": GO SUB 9100
60 IF a$="S" THEN GO SUB 300
70 IF a$="N" THEN GO SUB 400
80 IF a$<>"S" AND a$<>"N" THEN GO TO 50
90 PRINT '"1 LARGURA"'"2 PROFUNDIDADE"'"3 A*"'"4 RETROCESSO"'"5 RETROCESSO COM LIMITE"'"6 COM LIMITE E SEM REPETIR"'"0 FIM"
100 REM UMA PROCURA
110 LET q$="ESTRATEGIA (0 A 6)? ": LET min=0: LET max=6: GO SUB 9000
120 IF r=0 THEN STOP
130 LET estrategia=r: LET solucoes=0
140 PRINT '"*** "+("LARGURA" AND r=1)+("PROFUNDIDADE" AND r=2)+("A*" AND r=3)+("RETROCESSO" AND r>3);
150 LET tipo=r: LET limite=n: LET memoria=1: IF r>4 THEN GO SUB 200
160 PRINT : GO SUB 1000
170 IF NOT achou THEN GO TO 190
180 LET solucoes=solucoes+1: GO SUB 500: IF tipo<4 THEN GO TO 100
185 LET q$="OUTRA SOLUCAO (S/N)? ": GO SUB 9100: IF a$="S" THEN GO SUB 1480: GO TO 170
187 IF a$="N" THEN GO TO 100
188 GO TO 185
190 PRINT "DESISTO" AND desiste;"NAO HA' " AND NOT desiste;"OUTRA " AND solucoes AND NOT desiste;"SOLUCAO" AND NOT desiste;: GO SUB 540: GO TO 100
200 REM LIMITE de passos; na estrategia 5 o caminho pode repetir estados
210 LET q$="LIMITE (1 A 50)? ": LET min=1: LET max=50: GO SUB 9000
220 LET tipo=4: LET limite=r: LET memoria=(estrategia=6)
230 PRINT " ATE' ";r;" PASSOS";: RETURN
300 REM O GRAFO DO TEXTO
310 LET ops=7: FOR k=1 TO ops: READ a$: LET u(k)=CODE a$-64: LET w(k)=CODE a$(2)-64: LET y(k)=1: GO SUB 480: NEXT k
320 PRINT '"h: ";: FOR e=1 TO 7: READ b(e): PRINT CHR$ (e+64);b(e);" ";: NEXT e: PRINT
330 LET partida=1: LET chegada=7: LET a$="S": RETURN
340 DATA "AB","BC","CD","DG","AE","EF","FG",3,3,2,1,2,1,0
400 REM UM GRAFO NOVO: arcos de duas letras e, se nao for 1, o custo
410 LET ops=0
420 LET q$="ARCO (AB OU AB5) OU FIM? ": GO SUB 9100
425 IF a$="FIM" THEN IF ops THEN GO TO 460
430 GO SUB 600: IF NOT certo THEN PRINT "NAO SERVE: ";a$: GO TO 420
435 FOR k=1 TO ops: IF u(k)=r1 AND w(k)=r2 THEN PRINT "JA' HA' O ARCO ";a$( TO 2): GO TO 420
440 NEXT k
445 LET ops=ops+1: LET u(ops)=r1: LET w(ops)=r2: LET y(ops)=r: GO SUB 480: PRINT : IF ops<60 THEN GO TO 420
460 LET q$="PARTIDA? ": GO SUB 700: LET partida=r: LET q$="CHEGADA? ": GO SUB 700: LET chegada=r
465 PRINT "h: ";: LET min=0: LET max=99: FOR e=1 TO 26: LET usada=0: FOR k=1 TO ops: LET usada=usada OR u(k)=e OR w(k)=e: NEXT k
470 IF usada AND e<>chegada THEN LET q$="ESTIMATIVA h("+CHR$ (e+64)+")? ": GO SUB 9000: LET b(e)=r: PRINT CHR$ (e+64);r;" ";
475 NEXT e: PRINT '"DE ";CHR$ (partida+64);" A ";CHR$ (chegada+64): LET a$="N": RETURN
480 REM MOSTRA o arco k (no quadro, que na leitura e' o ultimo)
490 PRINT CHR$ (u(k)+64);CHR$ (w(k)+64);y(k);" ";: RETURN
500 REM SOLUCAO: o caminho e o seu custo
510 PRINT "SOLUCAO ";: FOR i=1 TO d: PRINT CHR$ (s(i)+64);: NEXT i
520 LET c=0: FOR i=2 TO d: FOR k=1 TO ops: IF u(k)=s(i-1) AND w(k)=s(i) THEN LET c=c+y(k)
530 NEXT k: NEXT i: PRINT " PASSOS ";d-1;" CUSTO ";c;
540 PRINT '"EXPANDIDOS ";expandidos;" GERADOS ";gerados: RETURN
600 REM CERTO? O arco a$, de r1 para r2 com o custo r
610 LET certo=0: LET r=1: IF LEN a$<2 OR LEN a$>4 THEN RETURN
620 LET r1=CODE a$-64: LET r2=CODE a$(2)-64: IF r1<1 OR r1>26 OR r2<1 OR r2>26 THEN RETURN
630 IF LEN a$>2 THEN LET r=0: FOR i=3 TO LEN a$: IF a$(i)<"0" OR a$(i)>"9" THEN RETURN
640 IF LEN a$>2 THEN LET r=10*r+CODE a$(i)-48: NEXT i
650 LET certo=1: RETURN
700 REM PERGUNTA q$: uma letra r
710 GO SUB 9100: IF LEN a$<>1 THEN GO TO 710
720 LET r=CODE a$-64: IF r<1 OR r>26 THEN GO TO 710
730 RETURN
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
2000 REM ARCO k: sai de e?
2010 LET t=w(k)*(u(k)=e): LET c=y(k): RETURN
2100 REM META?
2110 LET meta=(e=chegada): RETURN
2200 REM ESTIMATIVA
2210 LET h=b(t): RETURN
2400 REM MOSTRA o caminho (retrocesso), ou o estado expandido e a fronteira, o proximo 'a esquerda
2410 POKE 23692,255: IF tipo=4 THEN FOR i=1 TO d: PRINT CHR$ (s(i)+64);: NEXT i: PRINT : RETURN
2420 PRINT CHR$ (e+64);" ->";
2430 IF tipo=1 THEN FOR i=a TO z: PRINT " ";CHR$ (o(i)+64);: NEXT i: PRINT : RETURN
2440 FOR i=z TO 1 STEP -1: PRINT " ";CHR$ (o(i)+64);: IF tipo=3 THEN PRINT f(o(i));
2450 NEXT i: PRINT : RETURN
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
